"""URL similarity: whether two URLs look as if their pages belong together.

The measure of paper 003, made safe for any collection. A host name counts together with the suffix
that it was registered under, and a label in front of it only together with that name: two blogs
under github.io share nothing, nor do old.a.example and old.b.example. Of a path only the
distinctive parts count, and none of those that many hosts of the collection share. A mirror on
another host keeps its paths, so they find it.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_to_bytes

from honbun.text.unicode import normal_form
from honbun.text.urls import domain_of, page_parameters, split_url, without_session

if TYPE_CHECKING:
    from collections.abc import Collection, Container


# Words that sites name their folders and files with, on any subject.

_SECTIONS = """
    about access account admin agenda album all amp announcement answer api app archive area
    arquivo article artikel attachment author banner basic bbs beitrag bio biography blog board
    body book bookmark box bulletin business buy calendar campaign careers cart case cat categoria
    categorie category cgi chapter chat class clip club collection column comment common community
    company conference contact content contribution copyright corporate country course cover
    culture customer daily data database date default demo detail diary digest directory
    disclaimer discussion display doc document domain download economy edition editor editorial
    education email english entertainment entrie entry error essay event example exhibition export
    facility faq favorite feature feed feedback file film finance folder food form format forum
    foto frame free front full gallery game general german global glossary goods group guest
    guestbook guide guideline health help history home host hotel howto htdoc htm html icon idea
    image img impressum include index individual info information inquiry interview intro
    introduction issue item japan japanese job journal knowledge kontakt label language lecture
    legal lesson letter library license life link list local location log login magazine mail main
    manual map market material media meeting member membership memo memorandum menu message misc
    mobile module movie museum music name nature nav navigation network new newsletter nikki node
    note notebook notice noticia number object offer office official online opinion order org
    other outline overview page paper part partner people permalink person personal photo
    photograph picture play podcast policy politic popular portal portfolio post posting press
    preview price print printer privacy private problem process product profile program programme
    project promotion public publication publish question rank ranking read reader readme recent
    recipe recommend record recruit redirect reference region register registration related
    release report request research resource result review rss rule sale sample schedule school
    science search secret section security series service session set setting share shop shopping
    show showthread single site sitemap slide snippet social society software song special sport
    staff standard start statement static statistic status stock store stories story stuff style
    subject submit summary support survey system tag talk task team tech technology template term
    terms test text theme thread ticket time tip title today tool top topic toppage total tour
    town travel tutorial type under unit update upload user vacation version video view viewer
    viewthread viewtopic voice volume watch web weblog website weekly welcome whatsnew wiki woche
    work workshop world write year
"""
"""Sections and files of sites."""
_TRANSLATED = """
    accueil actualite aktuell aktuelles allgemein annonce articolo articulo artigo aviso chronique
    contacto contato contatti datenschutz descarga dienstleistungen enlace entrada evenement
    evento gaiyo gaiyou galeria geschichte inicio kaisha kategorie keijiban kiji kiyaku kontakte
    legales mentions nachricht nachrichten nieuws noticias nouvelle novosti oshirase produkt
    produkte publicacion quienes recette rezept saishin seite shinchaku shoukai startseite statya
    tegami termine toiawase ueber uebersicht veranstaltung veranstaltungen zasshi zeitung
    über новости статьи статья блог контакты главная архив お知らせ お問い合わせ お問合せ ニュース
    ブログ 日記 会社概要 会社案内 事業内容 採用情報 新着情報 トップページ プライバシーポリシー
    個人情報保護方針 利用規約 よくある質問 カテゴリ カテゴリー アーカイブ リンク リンク集
    プロフィール 記事 記事一覧 未分類 サイトマップ ホーム 掲示板 特集 新闻 公告 关于我们 联系我们
    首页 分类 공지사항 자료실 게시판 소개 카테고리
"""
"""Sections in other languages."""
_PROGRAMS = """
    asp bin cgibin cms com component cosmo drupal edit entryid http https itemid joomla lib mod
    modules moodle movabletype mt net option php plugin printable pukiwiki replytocom
    shtml src stylesheet tdiary tiki trackback typo uncategorized untitled var wordpress
    wp www xoops yybbs zope
"""
"""Parts of the programs that run sites."""
_TIMES = """
    abril agosto and any aout apr april are aug august autumn avec avril back best but can
    capitolo capitulo chapitre christmas con dans das day dec december decembre der des dezember
    diciembre die enero evening fall feb febrero februar february fevrier first for friday from
    gatsu get getting good great happy has have her his how into its jan januar january janvier
    juillet juin jul juli julio july jun june juni junio kapitel las last latest les los maerz mai
    mar march marzo may mayo mit monday month more morning most nen next not nov november novembre
    noviembre oct october octobre octubre oktober one our para por pour prev previous saturday
    second sep sept september septembre septiembre some spring started summer sunday that the
    their third this three thursday tuesday two una und une us very von was we wednesday week what
    when where who why will winter with you your
    märz 年 年月 年月日 月 月日 日 年度 第回 第話 第章 号 für
"""
"""Times, and the small words between the words of a name."""

_COMMON = frozenset(" ".join((_SECTIONS, _TRANSLATED, _PROGRAMS, _TIMES)).split())
"""All of them, in lower case, plurals in -s omitted."""

_MAX_PATH = 4096
"""Characters of a path that are read."""
_MIN_NAME = 8
"""Letters and digits of a distinctive page name: shorter ones are common words more often."""
_MIN_SECTION = 16
"""The same for a section of one word: longer than the words that sections are named with
("administration", "entertainment"). A section of several words needs no more than a page name."""
_CODE = re.compile(r"(?=(?:\d*[^\W\d_]){2})(?=(?:[^\W\d_]*\d){3})[^\W_]{6,}")
"""Letters and digits mixed, as kh23102. A letter and a number, or a word and a short number, are
how everybody counts: p1, a0123, vol12."""
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_EXTENSION = re.compile(r"\.[a-z][a-z0-9]{1,4}$")
_PROGRAM = re.compile(r"\.(?:php\d?|aspx?|jsp|cgi|pl|cfm|do|exe|dll)$")
_CHARSETS = ("utf-8", "euc_jp", "cp932")
"""Charsets of paths, the strictest first: text in one is rarely valid in those before it."""
_INDEX_NAMES = frozenset({"index", "default"})
_MIN_WORD = 3
_MAX_COMPOUND = 25
"""Two common words together are shorter."""
_WIDE = "\u2e80"
"""From here on in Unicode a character is a syllable or a word, and counts as two letters."""


def distinctive_parts(path: str, query: str = "") -> tuple[str, ...]:
    """The parts of a path, and values of its query, that two sites hardly share by chance.

    /news/, /2019/06/20/, index.html and 0123.html occur on every site. A part is distinctive if
    enough of it is left without numbers, dates and common words. The last part names the page;
    those before it name sections, which are called alike on many sites, so they must be longer.
    Words are joined by "-", in lower case, without the file extension.

    >>> distinctive_parts("/2007/06/Seth_Godins-take%20on-markets/index.html")
    ('seth-godins-take-on-markets',)
    >>> distinctive_parts("/whatsnew/host/kh23102.htm"), distinctive_parts("/blog/2019/p/1.php")
    (('kh23102',), ())
    """
    parts = [part for part in without_session(path[:_MAX_PATH]).split("/") if part]
    name = _readable(parts.pop()) if parts else ""
    if parts and _EXTENSION.sub("", name) in _INDEX_NAMES:
        name = _readable(parts.pop())
    found = {part: None for section in parts if (part := _section(section))}
    # A program shows many pages; its parameters choose one.
    is_program = bool(query and _PROGRAM.search(name))
    if part := _distinctive(_EXTENSION.sub("", name), _MIN_SECTION if is_program else _MIN_NAME):
        found[part] = None
    for parameter in page_parameters(query[:_MAX_PATH]) if query else ():
        if part := _section(parameter.partition("=")[2]):
            found[part] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def _section(part: str) -> str:
    return _distinctive(_readable(part), _MIN_SECTION)


def _readable(part: str) -> str:
    """A part of a path decoded, in lower case."""
    if "%" in part:
        part = _decoded(unquote_to_bytes(part.encode("utf-8", "surrogatepass")))
    if not part.isascii():
        part = normal_form("NFKC", part)
    return part.lower()


def _decoded(quoted: bytes) -> str:
    for charset in _CHARSETS:
        with suppress(UnicodeDecodeError):
            return quoted.decode(charset)
    return quoted.decode("latin-1")  # never fails, and equal bytes stay equal


def _distinctive(part: str, min_length: int) -> str:
    """The words of a part joined by "-" where it is distinctive, else an empty string.

    `min_length` applies where only one of its words is not common.
    """
    words = _WORD.findall(part)
    uncommon = [word for word in words if _is_uncommon(word)]
    if not uncommon:
        return ""
    if len(uncommon) > 1:
        min_length = _MIN_NAME
    elif _is_compound(uncommon[0]):
        return ""
    # A short number separates the parts of a work (saigoku_17); a long one is a year or a date.
    size = sum(map(_size, uncommon)) + sum(
        len(word) for word in words if word.isdigit() and len(word) < 4
    )
    return "-".join(words) if size >= min_length or any(map(_CODE.fullmatch, uncommon)) else ""


def _is_uncommon(word: str) -> bool:
    stem = word if word.isalpha() else _DIGITS.sub("", word)
    if _is_common(stem):
        return False
    return _size(stem) >= _MIN_WORD or bool(_CODE.fullmatch(word))


def _is_common(word: str) -> bool:
    return word in _COMMON or (word[-1:] == "s" and word[:-1] in _COMMON)


def _is_compound(word: str) -> bool:
    """Whether a word is two common ones written together, as "aboutus"."""
    return len(word) < _MAX_COMPOUND and any(
        _is_common(word[:at]) and _is_common(word[at:]) for at in range(2, len(word) - 1)
    )


def _size(word: str) -> int:
    return 2 * len(word) if word >= _WIDE else len(word)


_SERVER = re.compile(r"www?\d*")
"""Labels that only say "a web server"."""


class UrlParts(NamedTuple):
    """The parts of a URL that two pages are compared by."""

    site: str
    """The registered domain, empty where there is no host."""
    host: tuple[str, ...]
    """The site, and each longer name under it up to the host."""
    path: tuple[str, ...]
    """The distinctive parts of the path."""


def url_parts(url: str) -> UrlParts:
    """The parts of a URL that two pages are compared by.

    >>> url_parts("http://old.blog.a.co.jp:8080/news/2019/boats-and-their-masts.html")
    UrlParts(site='a.co.jp', host=('a.co.jp', 'blog.a.co.jp', 'old.blog.a.co.jp'), \
path=('boats-and-their-masts',))
    >>> url_parts("pages/17.html")
    UrlParts(site='', host=(), path=())
    """
    fields = split_url(url)
    names = _names(fields.host)
    return UrlParts(names[0] if names else "", names, distinctive_parts(fields.path, fields.query))


def url_similarity(a: UrlParts, b: UrlParts, common: Container[str] = ()) -> float:
    """How similar two URLs are, from 0 to 1: the mean of Simpson's coefficients of host and path.

    Parts of paths that are `common` in the collection do not count.

    >>> a = url_parts("http://a.example/big-red-boats/")
    >>> b = url_parts("http://b.example/big-red-boats.htm")
    >>> url_similarity(a, b), url_similarity(a, b, common={"big-red-boats"})
    (0.5, 0.0)
    """
    first, second = ({part for part in url.path if part not in common} for url in (a, b))
    return (_simpson(set(a.host), set(b.host)) + _simpson(first, second)) / 2


def _simpson(a: Collection[str], b: Collection[str]) -> float:
    return len(set(a) & set(b)) / min(len(a), len(b)) if a and b else 0.0


@lru_cache(maxsize=1 << 14)
def _names(host: str) -> tuple[str, ...]:
    """The site of a host and the longer names under it, the shortest first."""
    site = domain_of(host)
    if not site:
        return ()
    names = [site]
    labels = host[: -len(site) - 1].split(".") if site != host else []
    while labels and _SERVER.fullmatch(labels[0]):
        del labels[0]
    for label in reversed(labels):
        names.append(f"{label}.{names[-1]}")
    return tuple(names)
