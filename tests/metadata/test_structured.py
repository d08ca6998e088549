"""JSON-LD and microdata are read, repaired and limited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.metadata.structured import object_types
from honbun.text.unicode import strip_control
from tests.metadata.pages import URL, article, declared_by, read, script


@pytest.mark.parametrize(
    "text",
    [
        '<!-- {"headline": "Moss"} -->',
        '<!-- made by a plugin -->\n{"headline": "Moss"}',
        '//<![CDATA[\n{"headline": "Moss"}\n//]]>',
        '/* <![CDATA[ */ {"headline": "Moss"} /* ]]> */',
        '<![CDATA[[{"headline": "Moss"}]]]>',
        '{"headline": "Moss"};',
        '{"headline": "Moss", "author": ["Jane",],}',
        '{"headline": "Moss", "text": "one\ntwo\tthree\x01"}',
        '{"headline": "Moss", "text": "it\\\'s"}',
        '{"headline": "Moss", "text": "cut \\ud83d"}',
        '{"@type": "Organization"}{"headline": "Moss"}',
        '{"@type": "Organization"},\n{"headline": "Moss"}',
        '\ufeff {"headline": "Moss"}',
    ],
)
def test_damaged_scripts_are_repaired(text: str) -> None:
    assert read(script(text)).titles == ("Moss",)


def test_repair_leaves_valid_escapes_and_other_scripts() -> None:
    broken, valid = script('{"headline": '), r'{"headline": "a \ud83d\ude00 \"b\" \u00e9 c:\\d", }'
    assert read(broken + script(valid)).titles == ('a 😀 "b" é c:\\d',)


@pytest.mark.parametrize(
    ("kind", "titles"),
    [
        ("Application/LD+JSON; charset=utf-8", ("Moss",)),
        (" application/ld+json ", ("Moss",)),
        ("application/json", ()),
        ("", ()),
    ],
)
def test_script_is_recognised_by_its_type(kind: str, titles: tuple[str, ...]) -> None:
    assert read(script('{"headline": "Moss"}', kind)).titles == titles


def test_strings_are_cleaned() -> None:
    page = declared_by(
        article(headline=" Moss &amp;\n\t fe\x00rn ", author="Jane &quot;J&quot; Doe")
    )
    assert (page.titles, page.authors) == (("Moss & fern",), ('Jane "J" Doe',))


def test_oversized_scripts_are_skipped() -> None:
    padded = '{"headline": "Moss"}' + " " * (1 << 20)
    assert read(script(padded)).titles == ()
    assert read(script(padded[: 1 << 20])).titles == ("Moss",)


def test_too_many_or_too_deep_objects_are_not_visited() -> None:
    assert declared_by([[{}] * 600] * 2 + [article(headline="Moss")]).titles == ()
    deep: object = article(headline="Moss")
    for _ in range(50):
        deep = {"mainEntity": deep}
    assert declared_by(deep).titles == ()
    assert read(script("[" * 100_000)).titles == ()
    assert read(script("<!--" * 100_000)).titles == ()


def test_circular_references_end() -> None:
    circle = [
        {"@id": "#a", "name": [{"@id": "#b"}] * 100},
        {"@id": "#b", "name": [{"@id": "#a"}] * 100},
        {"@id": "#c", "name": {"@id": "#c"}},
        article(author=[{"@id": "#a"}, {"@id": "#c"}] * 50),
    ]
    assert declared_by({"@graph": circle}).authors == ()


KEYS = st.sampled_from(
    "@graph @id @type @value author dateCreated dateModified datePublished headline image "
    "inLanguage isPartOf mainEntity mainEntityOfPage name publisher url".split()
)
WORDS = st.sampled_from(
    [URL, "#a", "http://[", "Article", "WebPage", "WebSite", "2024-05-10", "9999-99", "en", "@", ""]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text() | WORDS,
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=30,
)


@given(st.lists(JSON, max_size=3))
def test_any_json_is_read(values: list[object]) -> None:
    page = declared_by(*values)
    assert all(text and strip_control(text) == text for text in (*page.titles, *page.authors))


@given(st.text(), st.text())
def test_any_text_in_scripts_and_urls_is_read(text: str, url: str) -> None:
    read(script(text), url)
    read(script(f'{{"headline": "{text}", "url": "{text}", "datePublished": "{text}"}}'), url)


def types(value: object) -> list[str]:
    """The types in a value, outermost first."""
    if isinstance(value, list):
        return [name for inner in value for name in types(inner)]
    if not isinstance(value, dict):
        return []
    own = value.get("@type")
    names = [name for name in (own if isinstance(own, list) else [own]) if isinstance(name, str)]
    return [name.rpartition("/")[2].lower() for name in names] + types([*value.values()])


@given(st.lists(JSON, max_size=3))
def test_types_of_all_objects_are_found(values: list[object]) -> None:
    assert list(object_types(values)) == types(values)


def test_visited_objects_are_limited() -> None:
    assert 1000 < len(list(object_types([[{"@type": "Offer"}] * 100_000]))) <= 2000


def test_very_deep_objects_are_read() -> None:
    deep: dict[str, object] = {"@type": "Offer"}
    for _ in range(100_000):
        deep = {"item": deep}
    assert list(object_types([deep, {"@type": "Product"}])) in ([], ["product"])


def test_page_declares_the_types_of_its_objects() -> None:
    page = read(
        script('{"@type": "Product", "offers": [{"@type": "Offer"}, {"@type": "Offer"}]}')
        + "<meta property=og:type content=Article>"
        + script("no json")
        + script('{"@type": "FAQPage"}')
    )
    assert page.types == ("product", "offer", "offer", "faqpage", "og:article")
    assert read("<p>Text.").types == ()


@given(st.lists(st.tuples(KEYS, st.booleans(), st.text(max_size=9)), max_size=9))
def test_any_nesting_of_microdata_is_read(marks: list[tuple[str, bool, str]]) -> None:
    read("".join(f"<div itemprop={key} {'itemscope' * scope}>{text}" for key, scope, text in marks))


@pytest.mark.parametrize("keyword", ["@id", "@type", "@value"])
def test_microdata_property_named_like_a_keyword_is_ignored(keyword: str) -> None:
    html = "<div itemscope itemtype=Article><p itemprop=headline>Moss<p itemprop='KEYWORD'>x"
    assert read(html.replace("KEYWORD", keyword)).titles == ("Moss",)
