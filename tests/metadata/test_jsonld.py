"""Scripts of JSON-LD, sound and damaged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.metadata.structured import object_types
from honbun.text.unicode import strip_control
from tests.metadata.declaring import URL, article, read, script, told


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
def test_damaged_scripts_are_mended(text: str) -> None:
    assert read(script(text)).titles == ("Moss",)


def test_mending_leaves_what_is_sound() -> None:
    page = read(script(r'{"headline": "a \ud83d\ude00 \"b\" \u00e9 c:\\d", }'))
    assert page.titles == ('a 😀 "b" é c:\\d',)


def test_a_script_beyond_repair_leaves_the_others() -> None:
    page = read(script('{"headline": ') + script('{"headline": "Moss"}'))
    assert page.titles == ("Moss",)


@pytest.mark.parametrize(
    ("kind", "titles"),
    [
        ("Application/LD+JSON; charset=utf-8", ("Moss",)),
        (" application/ld+json ", ("Moss",)),
        ("application/json", ()),
        ("", ()),
    ],
)
def test_a_script_is_known_by_its_type(kind: str, titles: tuple[str, ...]) -> None:
    assert read(script('{"headline": "Moss"}', kind)).titles == titles


def test_strings_are_cleaned() -> None:
    page = told(article(headline=" Moss &amp;\n\t fe\x00rn ", author="Jane &quot;J&quot; Doe"))
    assert (page.titles, page.authors) == (("Moss & fern",), ('Jane "J" Doe',))


def test_oversized_scripts_are_skipped() -> None:
    padded = '{"headline": "Moss"}' + " " * (1 << 20)
    assert read(script(padded)).titles == ()
    assert read(script(padded[: 1 << 20])).titles == ("Moss",)


def test_too_many_and_too_deep_objects_are_not_visited() -> None:
    assert told([[{}] * 600] * 2 + [article(headline="Moss")]).titles == ()
    deep: object = article(headline="Moss")
    for _ in range(50):
        deep = {"mainEntity": deep}
    assert told(deep).titles == ()
    assert read(script("[" * 100_000)).titles == ()
    assert read(script("<!--" * 100_000)).titles == ()


def test_references_in_a_circle_end() -> None:
    circle = [
        {"@id": "#a", "name": [{"@id": "#b"}] * 100},
        {"@id": "#b", "name": [{"@id": "#a"}] * 100},
        {"@id": "#c", "name": {"@id": "#c"}},
        article(author=[{"@id": "#a"}, {"@id": "#c"}] * 50),
    ]
    assert told({"@graph": circle}).authors == ()


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
def test_any_values_in_scripts_are_survived(values: list[object]) -> None:
    page = told(*values)
    assert all(text and strip_control(text) == text for text in (*page.titles, *page.authors))


@given(st.text(), st.text())
def test_any_text_in_scripts_and_addresses_is_survived(text: str, url: str) -> None:
    read(script(text), url)
    read(script(f'{{"headline": "{text}", "url": "{text}", "datePublished": "{text}"}}'), url)


def kinds(value: object) -> list[str]:
    """The types in a value, outermost first."""
    if isinstance(value, list):
        return [kind for inner in value for kind in kinds(inner)]
    if not isinstance(value, dict):
        return []
    own = value.get("@type")
    said = [kind for kind in (own if isinstance(own, list) else [own]) if isinstance(kind, str)]
    return [kind.rpartition("/")[2].lower() for kind in said] + kinds([*value.values()])


@given(st.lists(JSON, max_size=3))
def test_the_types_of_all_objects_are_found_wherever_they_stand(values: list[object]) -> None:
    assert list(object_types(values)) == kinds(values)


def test_types_are_told_by_their_last_name_in_lower_case() -> None:
    value = {"@type": ["https://schema.org/NewsArticle", 5, None], "author": {"@type": "Person"}}
    assert list(object_types([value])) == ["newsarticle", "person"]


def test_of_very_many_objects_some_are_looked_at() -> None:
    assert 1000 < len(list(object_types([[{"@type": "Offer"}] * 100_000]))) <= 2000


def test_very_deep_objects_are_survived() -> None:
    deep: dict[str, object] = {"@type": "Offer"}
    for _ in range(100_000):
        deep = {"item": deep}
    assert list(object_types([deep, {"@type": "Product"}])) in ([], ["product"])


def test_a_page_declares_the_things_it_tells_of() -> None:
    page = read(
        script('{"@type": "Product", "offers": [{"@type": "Offer"}, {"@type": "Offer"}]}')
        + "<meta property=og:type content=Article>"
        + script("no json")
        + script('{"@type": "FAQPage"}')
    )
    assert page.things == ("product", "offer", "offer", "faqpage", "og:article")
    assert read("<p>Text.").things == ()
