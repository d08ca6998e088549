"""Declarations of a page are read from all places, in order of trust."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from honbun.metadata.declared import DeclaredMetadata
from tests.metadata.pages import URL, article, declared_by, read, script


def test_page_without_declarations_declares_nothing() -> None:
    assert read("<p>Text.") == DeclaredMetadata()


def test_titles_are_distinct_and_in_order_of_trust() -> None:
    page = read(
        "<title>Moss - Site</title><meta name=dc.title content=Dublin>"
        "<meta name=twitter:title content=Card><meta property=og:title content=Graph>"
        "<meta name=DCTERMS.title content=Card><p itemprop=headline>Marked</p>"
        + script('{"@type": "Article", "headline": "Linked"}')
    )
    assert page.titles == ("Linked", "Graph", "Card", "Dublin", "Marked", "Moss - Site")


def test_authors_are_in_order_of_trust_and_listed_by_source() -> None:
    page = read(
        "<p itemprop=author>Marked</p>"
        "<meta name=dc.creator content=Dublin><meta property=article:author content=Graph>"
        "<meta name=author content=Meta><meta name=author content=Second>"
        + script('{"@type": "Article", "author": ["Linked", "Meta"]}')
    )
    assert page.author_lists == (
        ("Linked", "Meta"),
        ("Dublin",),
        ("Meta", "Second"),
        ("Graph",),
        ("Marked",),
    )
    assert page.authors == ("Linked", "Meta", "Dublin", "Second", "Graph", "Marked")


def test_microdata_outside_of_items_name_an_author_only_if_they_name_one() -> None:
    marked = "<p itemprop=author>Ada Penrose</p>"
    assert read(marked).authors == ("Ada Penrose",)
    assert read(marked + "<p itemprop=author>A reader</p>").authors == ()


def test_names_of_catalogues_are_turned_around() -> None:
    page = read(
        "<meta name=citation_author content='Penrose, Ada'><meta name=author content='A, B'>"
    )
    assert page.author_lists == (("Ada Penrose",), ("A, B",))


def test_organizations_sites_description_tags_and_canonical_link_are_read() -> None:
    page = read(
        "<link rel=canonical href=/moss><meta name=description content='On moss.'>"
        "<meta name=keywords content='moss, fern'><meta property=og:site_name content=Notes>"
        + script(
            '{"@type": "Article", "publisher": {"@type": "NewsMediaOrganization", "name": "Press"},'
            '"author": [{"@type": "Person", "name": "Ada"}, {"@id": "#p"}],'
            '"articleSection": "Plants"}'
        )
        + script('{"@type": "Organization", "@id": "#p", "name": "Agency"}')
    )
    assert page.organizations == ("Agency", "Press")
    assert page.sites == ("Notes", "Press")
    assert (page.description, page.tags) == ("On moss.", ("moss", "fern", "Plants"))
    assert page.canonical == "https://example.org/moss"


def test_all_distinct_dates_of_publication_are_read() -> None:
    page = read(
        "<meta property=og:article:published_time content=2008-05-03>"
        "<meta name=date content=2011-01-01>"
    )
    assert page.published_dates == ("2008-05-03", "2011-01-01")


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
def test_author_is_read_from_any_value(author: object) -> None:
    person = {"@id": "#jane", "@type": "Person", "name": "Jane Doe"}
    page = declared_by({"@graph": [person, article(author=author)]})
    assert page.authors == ("Jane Doe",)


@pytest.mark.parametrize(
    "value", ["https://social.example/jane", "@jane", "www.example.org", "jane@example.org", " "]
)
def test_urls_and_handles_are_no_names(value: str) -> None:
    page = read(
        f"<meta property=article:author content='{value}'><meta name=author content='{value}'>"
        f"<a rel=author>{value}</a>" + script(orjson.dumps(article(author=value)).decode())
    )
    assert page.authors == ()
    assert [len(name) for name in declared_by(article(author="J" * 300)).authors] == [200]


def test_microdata_author_is_the_name_property_or_the_text() -> None:
    page = read(
        "<div itemscope itemtype=https://schema.org/BlogPosting>"
        "<p itemprop=author itemscope>By <a itemprop=name href=/a>Jane Doe</a>"
        "<p itemprop=author itemscope>John  Doe"
    )
    assert page.authors == ("Jane Doe", "John Doe")


def test_authors_of_comments_are_ignored() -> None:
    marked = read(
        "<div itemscope itemtype=https://schema.org/BlogPosting><b itemprop=author>Jane</b>"
        "<p itemprop=comment itemscope itemtype=https://schema.org/Comment>"
        "<b itemprop=author>John</b><time itemprop=datePublished datetime=2024-06-01>later</time>"
    )
    comment = {"@type": "Comment", "author": "John", "datePublished": "2024-06-01"}
    linked = declared_by(article(author="Jane", comment=[comment]), comment)
    assert marked.authors == linked.authors == ("Jane",)
    assert linked.published is None


def test_microdata_work_inside_a_web_page_is_found() -> None:
    page = read(
        "<body itemscope itemtype=https://schema.org/WebPage><main itemprop=mainContentOfPage "
        "itemscope itemtype=https://schema.org/Blog><article itemprop=blogPost itemscope "
        "itemtype=https://schema.org/BlogPosting><h1 itemprop=headline>Moss</h1>"
        "<meta itemprop=dateModified content=2024-05-11>"
        "<time itemprop=datePublished datetime=2024-05-10>in May</time>"
    )
    assert page.titles == ("Moss",)
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
def test_date_is_read_from_every_place(html: str, date: str, iso: str | None) -> None:
    assert read(html.replace("DATE", date)).published == iso


def test_first_readable_date_is_used() -> None:
    page = read(
        "<meta property=article:published_time content=2024-05-09><time datetime=2024-05-08></time>"
        "<meta property=article:modified_time content=2024-05-12>"
        + script('{"@type": "Article", "datePublished": "n/a", "dateModified": "2024-05-11"}')
    )
    assert (page.published, page.modified) == ("2024-05-09", "2024-05-11")


def test_language_decides_the_order_of_dates() -> None:
    page = "<html lang=LANG><meta name=date content='05/10/2024'>"
    assert read(page.replace("LANG", "en-US")).published == "2024-05-10"
    assert read(page.replace("LANG", "fr")).published == "2024-10-05"


def test_site_is_named_by_the_page_or_its_publisher() -> None:
    publisher = article(headline="Moss", publisher={"name": "Press"})
    site = {"@type": "WebSite", "name": "Site"}
    assert declared_by(publisher).site == "Press"
    assert declared_by(publisher, site).site == "Site"
    assert declared_by(article(headline="Moss", isPartOf=site)).site == "Site"
    assert read("<meta name=application-name content=App>").site == "App"
    assert read("<meta property=og:site_name content=Graph>").site == "Graph"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<meta http-equiv=content-language content=utf-8>", None),
        ("<html lang=ja><meta property=og:locale content=en_US>", "ja"),
        ("<meta http-equiv=Content-Language content=de>", "de"),
        ("<meta property=og:locale content=pt_BR>", "pt-BR"),
        (script('{"@type": "Article", "headline": "a", "inLanguage": "fr"}'), "fr"),
        ("<html lang='{{ lang }}'>", None),
    ],
)
def test_language_is_a_valid_tag(html: str, language: str | None) -> None:
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
def test_image_is_an_absolute_and_safe_url(html: str, image: str | None) -> None:
    assert read(html).image == image
    assert read(html, url="").image is None  # a relative URL without a page


def test_only_works_have_titles() -> None:
    around = [
        {"@type": "Organization", "name": "Press", "url": URL},
        {"@type": "BreadcrumbList", "name": "Path", "itemListElement": [{"name": "Home"}]},
        {"@type": "Person", "name": "Jane", "@id": URL},
    ]
    assert declared_by(around).titles == ()
    assert declared_by(around, {"@type": "Product", "name": "Moss"}).titles == ("Moss",)
    assert declared_by(around, {"headline": "Moss"}).titles == ("Moss",)


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
def test_main_entity_is_found_at_any_place(wrapped: object) -> None:
    assert declared_by(wrapped).titles == ("Moss",)


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
def test_work_with_the_url_of_the_page_is_preferred(own: dict[str, Any]) -> None:
    other = article(headline="Fern", author="John", url="https://example.org/fern", **{"@id": "#1"})
    page = declared_by(
        [other, {"@type": "NewsArticle", "headline": "Moss", "author": "Jane", **own}]
    )
    assert (page.titles, page.authors) == (("Moss",), ("Jane",))


def test_canonical_link_is_a_url_of_the_page() -> None:
    canonical = "<link rel=canonical href=https://example.org/a%C3%A9>"
    works = [article(headline="Fern"), article(headline="Moss", url="https://example.org/aé")]
    page = canonical + script(orjson.dumps(works).decode())
    assert read(page, "https://example.org/?p=1").titles == ("Moss",)


def test_contradicting_works_are_ignored() -> None:
    page = declared_by(
        article(headline="Moss", author="Jane", datePublished="2024-05-10"),
        article(headline="Fern", author="Jane"),
    )
    assert page.titles == ()
    assert page.authors == ("Jane",)
    assert page.published == "2024-05-10"


def test_list_page_is_used_if_its_works_disagree() -> None:
    works = [article(headline="Moss"), article(headline="Fern")]
    page = declared_by({"@type": "CollectionPage", "headline": "Plants", "url": URL}, works)
    assert page.titles == ("Plants",)
