from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.metadata.declared import DeclaredMetadata
from tests.metadata.declaring import URL, article, read, script, told


def test_a_page_without_declarations_declares_nothing() -> None:
    assert read("<p>Text.") == DeclaredMetadata((), None, (), None, None, None, None, None, None)


def test_titles_come_in_order_of_trust_and_once() -> None:
    page = read(
        "<title>Moss - Site</title><meta name=dc.title content=Dublin>"
        "<meta name=twitter:title content=Card><meta property=og:title content=Graph>"
        "<meta name=DCTERMS.title content=Card><p itemprop=headline>Marked</p>"
        + script('{"@type": "Article", "headline": "Linked"}')
    )
    assert page.titles == ("Linked", "Graph", "Card", "Dublin", "Marked", "Moss - Site")
    assert page.head_title == "Moss - Site"


def test_authors_come_in_order_of_trust_and_once() -> None:
    page = read(
        "<a rel='nofollow author' href=/rel>Rel</a><p itemprop=author>Marked</p>"
        "<meta name=dc.creator content=Dublin><meta property=article:author content=Graph>"
        "<meta name=author content=Meta><meta name=author content=Second>"
        + script('{"@type": "Article", "author": ["Linked", "Meta"]}')
    )
    assert page.authors == ("Linked", "Meta", "Second", "Graph", "Dublin", "Marked", "Rel")


@pytest.mark.parametrize(
    "author",
    [
        "Jane Doe",
        {"name": "Jane Doe"},
        {"@type": "Person", "name": ["Jane Doe"]},
        [{"name": "Jane\n  Doe"}],
        [["Jane Doe"], None, 7, {"name": 7}, {"name": None}, {"@id": 7}, {"@id": "#nobody"}],
        {"@id": "#jane"},
        [{"@id": "#jane"}, {"@id": "#jane"}],
        {"@value": "Jane Doe", "@language": "en"},
    ],
)
def test_an_author_is_found_however_he_is_given(author: object) -> None:
    person = {"@id": "#jane", "@type": "Person", "name": "Jane Doe"}
    page = told({"@graph": [person, article(author=author)]})
    assert page.authors == ("Jane Doe",)


@pytest.mark.parametrize(
    "value", ["https://social.example/jane", "@jane", "www.example.org", "jane@example.org", " "]
)
def test_addresses_and_handles_are_no_names(value: str) -> None:
    page = read(
        f"<meta property=article:author content='{value}'><meta name=author content='{value}'>"
        f"<a rel=author>{value}</a>" + script(orjson.dumps(article(author=value)).decode())
    )
    assert page.authors == ()


def test_a_name_is_cut_at_two_hundred_characters() -> None:
    assert [len(name) for name in told(article(author="J" * 300)).authors] == [200]


def test_a_marked_author_is_named_by_his_name_or_else_by_his_text() -> None:
    page = read(
        "<div itemscope itemtype=https://schema.org/BlogPosting>"
        "<p itemprop=author itemscope>By <a itemprop=name href=/a>Jane Doe</a>"
        "<p itemprop=author itemscope>John  Doe"
    )
    assert page.authors == ("Jane Doe", "John Doe")


def test_the_authors_of_comments_are_not_those_of_the_page() -> None:
    marked = read(
        "<div itemscope itemtype=https://schema.org/BlogPosting><b itemprop=author>Jane</b>"
        "<p itemprop=comment itemscope itemtype=https://schema.org/Comment>"
        "<b itemprop=author>John</b><time itemprop=datePublished datetime=2024-06-01>later</time>"
    )
    comment = {"@type": "Comment", "author": "John", "datePublished": "2024-06-01"}
    linked = told(article(author="Jane", comment=[comment]), comment)
    assert marked.authors == linked.authors == ("Jane",)
    assert linked.published is None


def test_a_marked_work_inside_a_marked_page_counts() -> None:
    page = read(
        "<body itemscope itemtype=https://schema.org/WebPage><main itemprop=mainContentOfPage "
        "itemscope itemtype=https://schema.org/Blog><article itemprop=blogPost itemscope "
        "itemtype=https://schema.org/BlogPosting><h1 itemprop=headline>Moss</h1>"
        "<meta itemprop=dateModified content=2024-05-11>"
        "<time itemprop=datePublished datetime=2024-05-10>in May</time>"
    )
    assert (page.titles, page.kind) == (("Moss",), "blogposting")
    assert (page.published, page.modified) == ("2024-05-10", "2024-05-11")


@pytest.mark.parametrize(
    "html",
    [
        script('{"@type": "Article", "datePublished": "DATE"}'),
        script('{"@type": "VideoObject", "uploadDate": "DATE"}'),
        "<meta property=article:published_time content='DATE'>",
        "<meta name=DC.date.issued content='DATE'>",
        "<meta name=dcterms.created content='DATE'>",
        "<meta name=date content='DATE'>",
        "<p itemprop=datePublished>DATE",
        "<time itemprop=datePublished datetime='DATE'>today</time>",
        "<time datetime='DATE'>today</time>",
    ],
)
@pytest.mark.parametrize(
    ("date", "iso"),
    [
        ("2024-05-10", "2024-05-10"),
        ("2024-05-10T09:00:00Z", "2024-05-10T09:00:00+00:00"),
        ("10 May 2024", "2024-05-10"),
        ("soon", None),
        ("0001-01-01T00:00:00", None),
    ],
)
def test_a_date_is_read_wherever_it_stands(html: str, date: str, iso: str | None) -> None:
    assert read(html.replace("DATE", date)).published == iso


def test_the_first_date_that_can_be_read_is_taken() -> None:
    page = read(
        "<meta property=article:published_time content=2024-05-09><time datetime=2024-05-08></time>"
        "<meta property=article:modified_time content=2024-05-12>"
        + script('{"@type": "Article", "datePublished": "n/a", "dateModified": "2024-05-11"}')
    )
    assert (page.published, page.modified) == ("2024-05-09", "2024-05-11")


def test_the_page_s_language_tells_how_to_read_its_dates() -> None:
    page = "<html lang=LANG><meta name=date content='05/10/2024'>"
    assert read(page.replace("LANG", "en-US")).published == "2024-05-10"
    assert read(page.replace("LANG", "fr")).published == "2024-10-05"


def test_the_site_is_named_by_the_page_or_its_publisher() -> None:
    publisher = article(headline="Moss", publisher={"name": "Press"})
    site = {"@type": "WebSite", "name": "Site"}
    assert told(publisher).site == "Press"
    assert told(publisher, site).site == "Site"
    assert told(article(headline="Moss", isPartOf=site)).site == "Site"
    assert read("<meta name=application-name content=App>").site == "App"
    assert read("<meta property=og:site_name content=Graph>").site == "Graph"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=ja><meta property=og:locale content=en_US>", "ja"),
        ("<meta http-equiv=Content-Language content=de>", "de"),
        ("<meta property=og:locale content=pt_BR>", "pt-BR"),
        (script('{"@type": "Article", "headline": "a", "inLanguage": "fr"}'), "fr"),
        ("<html lang='{{ lang }}'>", None),
    ],
)
def test_the_language_is_a_tag(html: str, language: str | None) -> None:
    assert read(html).language == language


@pytest.mark.parametrize(
    ("html", "image"),
    [
        ("<meta property=og:image content=/a.png>", "https://example.org/a.png"),
        ("<meta name=twitter:image content=//b.example/a.png>", "https://b.example/a.png"),
        ("<meta property=og:image content=javascript:x()>", None),
        ("<meta property=og:image content='data:image/png;base64,AA'>", None),
        (script('{"@type": "Recipe", "image": ["", "/a.png"]}'), "https://example.org/a.png"),
        (
            script('{"@type": "Recipe", "image": {"@id": "#i", "url": "/a.png"}}'),
            "https://example.org/a.png",
        ),
        (
            script('[{"@id": "#i", "contentUrl": "/a.png"}]')
            + script('{"@type": "Recipe", "image": [{"@id": "#i"}]}'),
            "https://example.org/a.png",
        ),
        ("<img itemprop=image src=/a.png><i itemprop=author>J</i>", "https://example.org/a.png"),
    ],
)
def test_the_image_is_an_absolute_and_safe_address(html: str, image: str | None) -> None:
    assert read(html).image == image


def test_a_relative_image_of_a_page_without_address_is_none() -> None:
    assert read("<meta property=og:image content=/a.png>", url="").image is None


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        (script('{"@type": "NewsArticle", "headline": "a"}'), "newsarticle"),
        (script('{"@type": ["WebPage", "Article"], "headline": "a"}'), "article"),
        (script('{"@type": "https://schema.org/Recipe"}'), "recipe"),
        (script('{"@type": "WebPage"}') + "<meta property=og:type content=Website>", "website"),
        (
            script('{"@type": "CollectionPage"}') + "<meta property=og:type content=article>",
            "collectionpage",
        ),
        ("<meta property=og:type content=Article>", "article"),
        (script('{"@type": "WebPage"}'), "webpage"),
        (script('{"@type": "Organization", "name": "a"}'), None),
    ],
)
def test_the_kind_is_that_of_the_main_entity(html: str, kind: str | None) -> None:
    assert read(html).kind == kind


def test_only_a_work_gives_its_title() -> None:
    around = [
        {"@type": "Organization", "name": "Press", "url": URL},
        {"@type": "BreadcrumbList", "name": "Path", "itemListElement": [{"name": "Home"}]},
        {"@type": "Person", "name": "Jane", "@id": URL},
    ]
    assert told(around).titles == ()
    assert told(around, {"@type": "Product", "name": "Moss"}).titles == ("Moss",)
    assert told(around, {"headline": "Moss"}).titles == ("Moss",)


@pytest.mark.parametrize(
    "wrapped",
    [
        {"@graph": [article(headline="Moss")]},
        [[{"@graph": article(headline="Moss")}]],
        {"@type": "WebPage", "mainEntity": [article(headline="Moss")]},
        {"@type": "Thing", "mainEntityOfPage": {"@type": "WebPage", "headline": "Moss"}},
        article(headline={"@value": "Moss"}, author=None),
        article(headline=["Moss", 7]),
    ],
)
def test_the_main_entity_is_found_where_it_stands(wrapped: object) -> None:
    assert told(wrapped).titles == ("Moss",)


@pytest.mark.parametrize(
    "own",
    [
        {"url": URL},
        {"url": "http://www.example.org/2024/moss"},
        {"url": "/2024/moss/"},
        {"mainEntityOfPage": URL},
        {"mainEntityOfPage": {"@type": "WebPage", "@id": URL}},
        {"@id": URL + "#article"},
    ],
)
def test_of_several_works_the_one_with_the_page_s_address_counts(own: dict[str, Any]) -> None:
    other = article(headline="Fern", author="John", url="https://example.org/fern", **{"@id": "#1"})
    page = told([other, {"@type": "NewsArticle", "headline": "Moss", "author": "Jane", **own}])
    assert (page.titles, page.authors, page.kind) == (("Moss",), ("Jane",), "newsarticle")


def test_the_canonical_address_is_the_page_s_too() -> None:
    canonical = "<link rel=canonical href=https://example.org/a%C3%A9>"
    works = [article(headline="Fern"), article(headline="Moss", url="https://example.org/aé")]
    page = canonical + script(orjson.dumps(works).decode())
    assert read(page, "https://example.org/?p=1").titles == ("Moss",)


def test_works_that_contradict_each_other_say_nothing() -> None:
    page = told(
        article(headline="Moss", author="Jane", datePublished="2024-05-10"),
        article(headline="Fern", author="Jane"),
    )
    assert page.titles == ()
    assert page.kind is None
    assert page.authors == ("Jane",)
    assert page.published == "2024-05-10"


def test_a_list_page_speaks_for_itself_where_its_works_disagree() -> None:
    works = [article(headline="Moss"), article(headline="Fern")]
    page = told({"@type": "CollectionPage", "headline": "Plants", "url": URL}, works)
    assert (page.titles, page.kind) == (("Plants",), "collectionpage")


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


@given(st.lists(st.tuples(KEYS, st.booleans(), st.text(max_size=9)), max_size=9))
def test_any_nesting_of_marks_is_survived(marks: list[tuple[str, bool, str]]) -> None:
    read("".join(f"<p itemprop={k} {'itemscope' * s}>{t}<div>" for k, s, t in marks))
