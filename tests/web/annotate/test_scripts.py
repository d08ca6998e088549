"""The JavaScript modules of the tool that do not use the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.annotation.blocks import page_blocks
from honbun.html.parse import parse
from tests.web.running import running
from tests.web.stage import app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

LIST = "<ul><li>a<ul><li>b<li>c</ul><li>d</ul><p>e"


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """A page that can import modules."""
    with running(app()) as url:
        page = browser.new_page()
        page.goto(url)
        yield page
        page.close()


def call(tab: Page, module: str, script: str, *values: Any) -> Any:
    """The result of a script that gets a module and some values."""
    load = f"const m = await import('/static/annotate/{module}.js');"
    return tab.evaluate(f"async (v) => {{ {load} return ({script})(m, ...v); }}", list(values))


def columns(html: str) -> dict[str, Any]:
    names = ("node", "parent", "end", "shown", "text", "alt")
    blocks = page_blocks(parse(html))
    return {name: getattr(blocks, name) for name in names}


def test_each_wider_selection_adds_a_block(tab: Page) -> None:
    script = """(m, columns, text) => {
      const blocks = new m.Blocks(columns);
      const rings = blocks.rings(columns.text.indexOf(text));
      return rings.map((ring) => blocks.within(ring).map((block) => blocks.text(block)).join(""));
    }"""
    assert call(tab, "blocks", script, columns(LIST), "b") == ["b", "bc", "abc", "abcd", "abcde"]
    assert call(tab, "blocks", script, columns(LIST), "a") == ["a", "abc", "abcd", "abcde"]
    assert call(tab, "blocks", script, columns(LIST), "e") == ["e", "abcde"]


def test_steps_visit_shown_blocks_and_stop_at_the_ends(tab: Page) -> None:
    script = """(m, columns, steps) => {
      const blocks = new m.Blocks(columns);
      let at = null;
      return steps.map((by) => blocks.text(at = blocks.step(at, by))).join("");
    }"""
    assert call(tab, "blocks", script, columns(LIST), [1, 1, 1, 1, 1, 1, -1]) == "abcdeed"
    assert call(tab, "blocks", script, columns(LIST), [-1, -100, 1]) == "eab"


def test_a_page_without_blocks_has_no_step(tab: Page) -> None:
    script = "(m, columns) => new m.Blocks(columns).step(null, 1)"
    assert call(tab, "blocks", script, columns("<p>")) is None


LABELS = st.dictionaries(st.sampled_from("123456"), st.sampled_from(["body", "title", "date"]))
CHANGES = st.dictionaries(st.sampled_from("123456"), st.sampled_from(["body", "title", None]))


@settings(max_examples=30)
@given(labels=LABELS, others=LABELS, changes=CHANGES)
def test_changes_give_the_labels_they_name(
    tab: Page, labels: dict[str, str], others: dict[str, str], changes: dict[str, str | None]
) -> None:
    script = """(m, labels, others, changes) => {
      const standing = { labels, state: "new" };
      const replaced = m.applied(standing, { changes: m.replaced(labels, others) }).labels;
      const all = m.applied(standing, { changes }).labels;
      const some = m.applied(standing, { changes: m.needed(labels, changes) }).labels;
      return [replaced, all, some, m.changed(labels, all), m.rebased(standing, [{ changes }])];
    }"""
    replaced, all_, some, changed, rebased = call(tab, "model", script, labels, others, changes)
    expected = {block: kind for block, kind in (labels | changes).items() if kind is not None}
    assert replaced == others
    assert all_ == some == rebased["labels"] == expected
    assert {str(block) for block in changed} == {
        block for block in "123456" if labels.get(block) != expected.get(block)
    }
    assert rebased["state"] == ("begun" if changes else "new")


def test_a_repeated_label_is_removed_only_if_all_blocks_have_it(tab: Page) -> None:
    script = "(m, ...values) => m.toggled(...values)"
    assert call(tab, "model", script, {"1": "body"}, [1], "body") == {"1": None}
    assert call(tab, "model", script, {"1": "body"}, [1, 2], "body") == {"1": "body", "2": "body"}
    assert call(tab, "model", script, {"1": "body"}, [1], None) == {"1": None}


@pytest.mark.parametrize(
    ("key", "spelled"),
    [
        ({"key": "j"}, "j"),
        ({"key": "J"}, "j"),  # with caps lock
        ({"key": "J", "shift": True}, "Shift+j"),
        ({"key": "?", "shift": True}, "?"),
        ({"key": " "}, "Space"),
        ({"key": "ArrowDown", "shift": True}, "Shift+ArrowDown"),
        ({"key": "Z", "shift": True, "ctrl": True}, "Ctrl+Shift+z"),
        ({"key": "z", "meta": True}, "Ctrl+z"),
        ({"key": "о", "code": "KeyJ"}, "j"),  # a Russian keyboard
        ({"key": "1", "code": "Numpad1"}, "1"),
        ({"key": "é", "code": "Digit2"}, "2"),  # a French keyboard
        ({"key": "j", "alt": True}, ""),
    ],
)
def test_key_names_do_not_depend_on_the_layout(
    tab: Page, key: dict[str, Any], spelled: str
) -> None:
    assert call(tab, "keys", "(m, key) => m.spelled(key)", key) == spelled


def test_digit_keys_work_on_layouts_with_symbols(tab: Page) -> None:
    script = "(m, key) => m.meaning(m.TOOL_KEYS, key)?.to ?? null"
    assert call(tab, "keys", script, {"key": "&", "code": "Digit1"}) == "body"
    assert call(tab, "keys", script, {"key": "!", "code": "Digit1", "shift": True}) is None
    assert call(tab, "keys", script, {"key": "1", "code": "Digit1", "shift": True}) == "body"


def decisions(
    tab: Page,
    labels: dict[str, str],
    state: str = "begun",
    *,
    agreed: dict[str, str] | None = None,
    disputes: tuple[int, ...] = (),
    by: tuple[str, ...] = ("Ann", "Bob"),
) -> tuple[dict[str, str], list[int], str, bool, str]:
    """The truth, open disputes, the state, whether it is complete, and the summary."""
    data = {
        "agreed": agreed or {},
        "disputes": [{"block": block} for block in disputes],
        "annotators": dict.fromkeys(by, "done"),
    }
    script = """(m, data, standing) => {
      const { truth, open, state, isComplete, summary } = new m.Decisions(data, standing);
      return [truth, open, state, isComplete, summary];
    }"""
    found = call(tab, "decisions", script, data, {"labels": labels, "state": state})
    return (*found,)


def test_agreed_labels_are_true_unless_decided_otherwise(tab: Page) -> None:
    agreed = {"1": "title", "2": "body", "3": "body"}
    truth, *_ = decisions(tab, {"2": "none", "3": "caption", "9": "date"}, agreed=agreed)
    assert truth == {"1": "title", "2": "none", "3": "caption", "9": "date"}


@pytest.mark.parametrize(
    ("labels", "state", "expected"),
    [
        ({}, "new", ([2, 5], "new", False, "2 of 2 open.")),
        ({"2": "none"}, "begun", ([5], "begun", False, "1 of 2 open.")),
        ({"2": "none", "5": "body"}, "begun", ([], "begun", True, "All 2 are decided.")),
        ({"2": "none", "5": "body"}, "done", ([], "done", True, "All 2 are decided.")),
        ({"5": "body"}, "done", ([2], "begun", False, "1 new difference since it was done.")),
        ({}, "done", ([2, 5], "begun", False, "2 new differences since it was done.")),
    ],
)
def test_a_dispute_is_decided_by_a_label_or_a_denial(
    tab: Page, labels: dict[str, str], state: str, expected: tuple[list[int], str, bool, str]
) -> None:
    _, *found = decisions(tab, labels, state, disputes=(2, 5))
    assert tuple(found) == expected


def test_labels_agreed_on_later_open_the_page_again(tab: Page) -> None:
    _, open_, state, complete, summary = decisions(
        tab, {"1": "title"}, "done", agreed={"1": "body", "4": "body"}
    )
    assert (open_, state, complete) == ([], "begun", True)
    assert summary == ("New since it was done: 1 block that all agree on. Done accepts it.")


def test_a_truth_without_annotators_is_complete(tab: Page) -> None:
    *_, complete, summary = decisions(tab, {"1": "title"}, "done", by=())
    assert (complete, summary) == (True, "This page is adjudicated. Nobody else has finished it.")
    *_, complete, summary = decisions(tab, {}, "new", by=())
    assert (complete, summary) == (False, "Nobody has finished this page.")


@pytest.mark.parametrize("table", ["TOOL_KEYS", "DECIDE_KEYS"])
def test_every_key_has_one_meaning(tab: Page, table: str) -> None:
    script = "(m, table) => m[table].flatMap(([, keys]) => keys).flatMap(({ keys }) => keys)"
    keys = call(tab, "keys", script, table)
    assert len(set(keys)) == len(keys) > 10
