"""What a page declares about itself in JSON-LD, meta elements, microdata and links.

Declarations are written for search engines and are often wrong, so all titles and authors are
returned in order of trust, for `choose` to check against what the page shows. A list page also
declares the pages that it links to (`declared_items`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from honbun.html.links import safe_url
from honbun.metadata import head, structured
from honbun.metadata.structured import FILE_KEYS, PageUrls, page_objects
from honbun.text import dates
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.html.tree import Tree
    from honbun.metadata.structured import Fields

_PUBLISHED = (
    "article:published_time article:published datepublished dc.date.issued dc.issued dc.date "
    "dc.created citation_publication_date citation_date parsely-pub-date publish-date publishdate "
    "publish_date published-date publication-date publication_date pubdate date".split()
)
_TAG_BREAK = re.compile("[,;、，；]")
_MAX_TAGS = 50
_MAX_NAME = 200
"""A limit against hostile pages, far above what real ones need."""
_MAX_ITEMS = 5000
"""Objects that are searched for items; hostile pages have more."""
_DUBLIN_CORE = re.compile(r"dc(?:terms)?[.:]")
_NO_NAME = re.compile(r"[@/]|www\.|.*://|\S+@\S+$")
_LANGUAGE = re.compile(r"(?!utf)[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class DeclaredMetadata:
    """A page's declarations; empty or None where there are none."""

    titles: tuple[str, ...] = ()
    """Distinct values, the most trusted first, `<title>` last."""
    author_lists: tuple[tuple[str, ...], ...] = ()
    """The names that each part of the page declares, the most trusted part first, without URLs and
    handles."""
    organizations: tuple[str, ...] = ()
    """Names that the page declares to be those of an organization."""
    published_dates: tuple[str, ...] = ()
    """Distinct values in ISO 8601, the most trusted first."""
    modified: str | None = None
    sites: tuple[str, ...] = ()
    """The names of the site and its publisher, the most trusted first."""
    language: str | None = None
    """A BCP 47 tag."""
    description: str | None = None
    tags: tuple[str, ...] = ()
    """Keywords and sections, as declared."""
    image: str | None = None
    """An absolute URL."""
    canonical: str | None = None
    """An absolute URL."""
    types: tuple[str, ...] = ()
    """The types of all objects in JSON-LD, and that of Open Graph prefixed by "og:", in lower
    case."""

    @property
    def authors(self) -> tuple[str, ...]:
        """All declared names, the most trusted first."""
        return tuple(dict.fromkeys(chain.from_iterable(self.author_lists)))

    @property
    def published(self) -> str | None:
        return self.published_dates[0] if self.published_dates else None

    @property
    def site(self) -> str | None:
        return self.sites[0] if self.sites else None


def declared_metadata(tree: Tree, url: str) -> DeclaredMetadata:
    """What the page declares about itself."""
    page = _Sources(tree, url)
    language = page.language()
    return DeclaredMetadata(
        titles=tuple(dict.fromkeys(filter(None, (*page.titles(), head.title(tree))))),
        author_lists=tuple(dict.fromkeys(filter(None, map(_names, page.author_lists())))),
        organizations=tuple(dict.fromkeys(page.organizations())),
        published_dates=tuple(dict.fromkeys(_dates(page.published(), language))),
        modified=next(_dates(page.modified(), language), None),
        sites=tuple(dict.fromkeys(page.sites())),
        language=language,
        description=next(page.descriptions(), None),
        tags=tuple(dict.fromkeys(page.tags()))[:_MAX_TAGS],
        image=next(filter(None, (_absolute(url, image) for image in page.images())), None),
        canonical=_absolute(url, head.link(tree, "canonical") or ""),
        types=tuple(page.types()),
    )


class _Sources:
    """The values of each field in all parts of a page, in order of trust."""

    def __init__(self, tree: Tree, url: str) -> None:
        self._tree = tree
        urls = PageUrls(tree, url)
        self._meta = _metas(tree)
        self._values = list(structured.json_ld(tree))
        self._json_ld = page_objects(self._values, urls)
        self._microdata = page_objects(structured.microdata(tree), urls)

    def titles(self) -> Iterator[str]:
        yield from self._json_ld.values("headline")
        yield from self._metas("og:title", "twitter:title", "dc.title", "citation_title")
        yield from self._microdata.values("headline")
        yield from self._json_ld.values("name")

    def author_lists(self) -> Iterator[Iterable[str]]:
        yield self._json_ld.values("author", "creator")
        yield map(_given_name_first, self._metas("citation_author", "dc.creator"))
        yield self._metas("author", "parsely-author", "sailthru.author")
        yield self._metas("article:author")
        yield self._microdata.values("author", "creator")

    def organizations(self) -> Iterator[str]:
        yield from self._json_ld.named("organization", "author", "creator", "publisher")

    def published(self) -> Iterator[str]:
        properties = ("datePublished", "dateCreated", "uploadDate")
        yield from self._json_ld.values(*properties)
        yield from self._metas(*_PUBLISHED)
        yield from self._microdata.values(*properties)

    def modified(self) -> Iterator[str]:
        yield from self._json_ld.values("dateModified")
        yield from self._metas("article:modified_time", "og:updated_time")
        yield from self._metas("dc.modified", "last-modified")
        yield from self._microdata.values("dateModified")

    def sites(self) -> Iterator[str]:
        yield from self._metas("og:site_name", "application-name")
        yield from self._json_ld.sites
        people = {*self._json_ld.named("person", "publisher")}  # of a site of their own
        yield from (name for name in self._json_ld.values("publisher") if name not in people)

    def descriptions(self) -> Iterator[str]:
        yield from self._metas("og:description", "description", "twitter:description")
        yield from self._json_ld.values("description")

    def tags(self) -> Iterator[str]:
        yield from self._metas("article:tag")
        for value in (*self._metas("keywords", "news_keywords"), *self._json_ld.values("keywords")):
            yield from filter(None, map(str.strip, _TAG_BREAK.split(value)))
        yield from self._json_ld.values("articleSection")

    def images(self) -> Iterator[str]:
        yield from self._metas("og:image", "og:image:url", "twitter:image", "twitter:image:src")
        yield from self._json_ld.values("image", "thumbnailUrl", parts=FILE_KEYS)
        yield from self._microdata.values("image", parts=FILE_KEYS)

    def types(self) -> Iterator[str]:
        yield from structured.object_types(self._values)
        yield from (f"og:{name.lower()}" for name in self._metas("og:type"))

    def language(self) -> str | None:
        own = head.language(self._tree) or ""
        metas = self._metas("content-language", "dc.language", "og:locale")
        tags = chain((own,), self._json_ld.values("inLanguage"), metas)
        return next((tag.replace("_", "-") for tag in tags if _LANGUAGE.fullmatch(tag)), None)

    def _metas(self, *names: str) -> Iterator[str]:
        # Cleaned only here: most meta elements are never read.
        raw = chain.from_iterable(self._meta[name] for name in names if name in self._meta)
        return filter(None, map(collapse, raw))


def _metas(tree: Tree) -> dict[str, list[str]]:
    """All raw values of each meta name."""
    values: dict[str, list[str]] = {}
    nodes = tree.find("meta")
    columns = (tree.values(nodes, name) for name in ("content", "property", "name", "http-equiv"))
    for content, *names in zip(*columns):
        if not content:
            continue
        for name in names:
            if name:
                values.setdefault(_meta_key(name), []).append(content)
    return values


@lru_cache(maxsize=1024)
def _meta_key(name: str) -> str:
    """The name of a meta element in lower case, Dublin Core with one prefix.

    >>> _meta_key("DCTERMS.Date"), _meta_key("og:article:tag")
    ('dc.date', 'article:tag')
    """
    key = name.strip().lower()
    if key.startswith("dc"):
        return _DUBLIN_CORE.sub("dc.", key)
    return key.removeprefix("og:") if key.startswith("og:article:") else key


def _name(text: str) -> str | None:
    """A name; None for a URL, an email address or a handle.

    >>> _name(" Jane\\n Doe"), _name("https://social.example/jane"), _name("@jane")
    ('Jane Doe', None, None)
    """
    name = collapse(text)[:_MAX_NAME].rstrip()
    return None if not name or _NO_NAME.match(name) else name


def _given_name_first(name: str) -> str:
    """A name of a catalogue in the order of a byline.

    >>> _given_name_first("Penrose, Ada"), _given_name_first("Ada Penrose, Bo Tregear")
    ('Ada Penrose', 'Ada Penrose, Bo Tregear')
    """
    surname, comma, given = (part.strip() for part in name.partition(","))
    if not comma or "," in given or (" " in surname and " " in given):
        return name
    return f"{given} {surname}"


def _absolute(url: str, link: str) -> str | None:
    absolute = safe_url(url, link) if link else None
    return absolute if absolute and absolute.startswith(("http://", "https://")) else None


def _names(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(_name, texts))))


def _dates(texts: Iterable[str], language: str | None) -> Iterator[str]:
    return filter(None, (_iso(text, language) for text in texts))


def _iso(text: str, language: str | None) -> str | None:
    """A date or time as ISO 8601.

    >>> _iso("2024-05-10T09:00Z", None), _iso("20240510", None), _iso("soon", None)
    ('2024-05-10T09:00:00+00:00', '2024-05-10', None)
    """
    text = collapse(text)
    if not text or len(text) > _MAX_NAME:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return dates.read(text, language=language)
    if moment.year == 1:  # .NET writes this where there is no date
        return None
    return moment.date().isoformat() if len(text) <= len("2024-05-10") else moment.isoformat()


@dataclass(frozen=True, slots=True)
class DeclaredItem:
    """What a page declares about another one."""

    published: str | None = None
    """As written."""
    author: str | None = None
    image: str | None = None
    summary: str | None = None


def declared_items(tree: Tree, base: str) -> Iterator[tuple[str, DeclaredItem]]:
    """What the page declares about other pages in JSON-LD, each with its URL."""
    for fields in structured.all_objects(structured.json_ld(tree), _MAX_ITEMS):
        item = DeclaredItem(
            _text(fields.get("datePublished")),
            _authors(fields.get("author")),
            _item_image(base, fields.get("image")),
            _text(fields.get("description")),
        )
        if item != DeclaredItem() and (url := _item_url(base, fields)):
            yield url, item


def _item_url(base: str, fields: Fields) -> str | None:
    page = fields.get("mainEntityOfPage")
    for value in (fields.get("url"), page, page.get("@id") if isinstance(page, dict) else None):
        if isinstance(value, str) and (url := safe_url(base, value)):
            return url
    return None


def _text(value: Any) -> str | None:
    return collapse(value) or None if isinstance(value, str) else None


def _authors(value: Any) -> str | None:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_authors, value))) or None
    return _text(value.get("name") if isinstance(value, dict) else value)


def _item_image(base: str, value: Any) -> str | None:
    if isinstance(value, list) and value:
        return _item_image(base, value[0])
    url = value.get("url") if isinstance(value, dict) else value
    return safe_url(base, url) if isinstance(url, str) else None
