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


def test_selections_widen_block_by_block_and_steps_stop_at_the_ends(tab: Page) -> None:
    rings = """(m, columns, text) => {
      const blocks = new m.Blocks(columns);
      const rings = blocks.rings(columns.text.indexOf(text));
      return rings.map((ring) => blocks.within(ring).map((block) => blocks.text(block)).join(""));
    }"""
    for text, wider in (("b", "b bc abc abcd abcde"), ("a", "a abc abcd abcde"), ("e", "e abcde")):
        assert call(tab, "blocks", rings, columns(LIST), text) == wider.split()
    steps = """(m, columns, steps) => {
      const blocks = new m.Blocks(columns);
      let at = null;
      return steps.map((by) => blocks.text(at = blocks.step(at, by))).join("");
    }"""
    assert call(tab, "blocks", steps, columns(LIST), [1, 1, 1, 1, 1, 1, -1]) == "abcdeed"
    assert call(tab, "blocks", steps, columns(LIST), [-1, -100, 1]) == "eab"
    nowhere = "(m, columns) => new m.Blocks(columns).step(null, 1)"
    assert call(tab, "blocks", nowhere, columns("<p>")) is None


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


def test_a_key_has_one_meaning_on_every_layout(tab: Page) -> None:
    every = "(m, table) => m[table].flatMap(([, keys]) => keys).flatMap(({ keys }) => keys)"
    for table in ("TOOL_KEYS", "DECIDE_KEYS"):
        keys = call(tab, "keys", every, table)
        assert len(set(keys)) == len(keys) > 10
    script = "(m, key) => m.meaning(m.TOOL_KEYS, key)?.to ?? null"
    assert call(tab, "keys", script, {"key": "&", "code": "Digit1"}) == "body"
    assert call(tab, "keys", script, {"key": "!", "code": "Digit1", "shift": True}) is None
    assert call(tab, "keys", script, {"key": "1", "code": "Digit1", "shift": True}) == "body"
    toggled = "(m, ...values) => m.toggled(...values)"
    assert call(tab, "model", toggled, {"1": "body"}, [1], "body") == {"1": None}
    both = {"1": "body", "2": "body"}  # removed only if all blocks have the label
    assert call(tab, "model", toggled, {"1": "body"}, [1, 2], "body") == both
    assert call(tab, "model", toggled, {"1": "body"}, [1], None) == {"1": None}


BOTH = ("Ann", "Bob")
NEW = "New since it was done: 1 block that all agree on. Done accepts it."


@pytest.mark.parametrize(
    ("labels", "state", "by", "expected"),
    [
        ({}, "new", BOTH, ([2, 5], "new", False, "2 of 2 open.")),
        ({"2": "none"}, "begun", BOTH, ([5], "begun", False, "1 of 2 open.")),
        ({"2": "none", "5": "body"}, "begun", BOTH, ([], "begun", True, "All 2 are decided.")),
        ({"2": "none", "5": "body", "7": "body"}, "done", BOTH, ([], "done", True, None)),
        ({"2": "none", "5": "body"}, "done", BOTH, ([], "begun", True, NEW)),
        ({"5": "body"}, "done", BOTH, ([2], "begun", False, "1 new difference since it was done.")),
        ({}, "done", BOTH, ([2, 5], "begun", False, "2 new differences since it was done.")),
        (
            *({"1": "title"}, "done", ()),
            ([], "done", True, "This page is adjudicated. Nobody else has finished it."),
        ),
        ({}, "new", (), ([], "new", False, "Nobody has finished this page.")),
    ],
)
def test_a_dispute_is_decided_by_a_label_or_a_denial(
    tab: Page,
    labels: dict[str, str],
    state: str,
    by: tuple[str, ...],
    expected: tuple[list[int], str, bool, str | None],
) -> None:
    agreed = {"7": "body"} if by else {}
    data = {
        "agreed": agreed,
        "disputes": [{"block": block} for block in (2, 5) if by],
        "annotators": dict.fromkeys(by, "done"),
    }
    script = """(m, data, standing) => {
      const { truth, open, state, isComplete, summary } = new m.Decisions(data, standing);
      return [truth, open, state, isComplete, summary];
    }"""
    found = call(tab, "decisions", script, data, {"labels": labels, "state": state})
    truth, open_, shown, complete, summary = found
    assert (open_, shown, complete) == expected[:3]
    assert summary == (expected[3] or "All 2 are decided.")
    assert truth == agreed | labels, "agreed labels are true unless decided otherwise"
