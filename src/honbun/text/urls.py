"""Address: the parts of a URL, and the form by which a link's target is known as a page.

Nothing here asks whether an address is well formed: whatever a page or a file list holds has parts
and a form, and none raises. An address without a host (a file's path) is all path.
"""

from __future__ import annotations

import re
import uuid
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote_to_bytes

import xxhash

from honbun.errors import MissingExtra
from honbun.text.unicode import normal_form, xml_text

if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from publicsuffixlist import PublicSuffixList

# Parameters of an address: those that tell which page is meant, and those that count visits.
#
# Only what is generally known to say nothing about the page is dropped; a parameter that some
# sites count with and others choose the page with is kept.

_COUNTING = frozenset(
    "_ga _gl _hsenc _hsmi _ke _openstat at_campaign at_medium bbeml cmpid cvid dclid dm_i epik "
    "fb_action_ids fb_action_types fb_ref fb_source fbclid ga_campaign ga_medium ga_source gbraid "
    "gclid gclsrc guccounter hsctatracking icid ig_rid igsh igshid li_fat_id mc_cid mc_eid mkt_tok "
    "ml_subscriber ml_subscriber_hash msclkid mtm_campaign ncid ns_campaign ns_mchannel ns_source "
    "ocid oly_anon_id oly_enc_id rb_clickid ref_src ref_url s_cid s_kwcid scm spm sr_share "
    "srsltid trk ttclid twclid vero_conv vero_id wbraid wickedid wt.mc_id wt_mc wt_zmc xtor yclid "
    "ysclid zanpid jsessionid phpsessid".split()
)
"""Parameters that tell where a reader came from, or who he is."""
_FAMILIES = ("utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "itm_", "guce_", "aspsessionid")
_SESSION = re.compile(r"(?i);(?:jsessionid|phpsessid)=[^/;]*")


def page_parameters(query: str) -> list[str]:
    """The parameters that tell which page is meant, in their order.

    >>> page_parameters("utm_source=x&id=3&&fbclid=y&print")
    ['id=3', 'print']
    """
    return [part for part in query.split("&") if part and not _counts(part)]


def without_session(path: str) -> str:
    """A path without the number of a visit.

    >>> without_session("/a;jsessionid=0A1/b")
    '/a/b'
    """
    return _SESSION.sub("", path) if ";" in path else path


def _counts(part: str) -> bool:
    name, equals, _ = part.partition("=")
    name = name.lower()
    return bool(equals) and (name in _COUNTING or name.startswith(_FAMILIES))


_ADDRESS = re.compile(
    r"(?i)\s*(?:(?:[a-z][a-z0-9+.-]{0,20}:)?//(?:[^/?#]*@)?(?P<host>[^/?#]*))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?"
)
_USUAL_PORTS = frozenset({"", "80", "443"})
_FRONT_ADDRESS = re.compile(r"(?i)(?:index|default)\.(?:[xs]?html?|php[3-5]?|aspx?|jsp|cgi|cfm|pl)")
"""Files that a server gives where a folder is asked for."""
_ODD = re.compile(r"%[0-9A-Fa-f]{2}|[^!-~]")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_LABEL = 63
"""Characters of the longest label (RFC 1035); a longer one is nobody's name, and decoding it would
take time that grows with its square."""


class UrlFields(NamedTuple):
    """The parts of an address that say which page is meant, as they are spelled."""

    host: str
    """In lower case, names in the letters they stand for."""
    port: str
    """`""` for the usual ones."""
    path: str
    query: str


def split_url(url: str) -> UrlFields:
    """The host, port, path and query of an address.

    >>> split_url("https://user@XN--WGV71A.example:81/a?b=c#d")
    UrlFields(host='日本.example', port='81', path='/a', query='b=c')
    >>> split_url("pages/a.html")
    UrlFields(host='', port='', path='pages/a.html', query='')
    """
    found = _ADDRESS.match(url)
    if not found:
        return UrlFields("", "", url, "")
    host, path, query = found.groups("")
    server, colon, port = host.rpartition(":")
    if not colon or (port and not port.isdigit()):  # the last part of an IPv6 address is no port
        server, port = host, ""
    port = "" if port in _USUAL_PORTS else port
    return UrlFields(_host(server), port, path.rstrip(), query.rstrip())


def canonical_url(url: str) -> str:
    """The form that the spellings have in common which lead to one page on all sites but a few.

    The scheme, "www.", the usual ports, the fragment, counting parameters, and the file that a
    server gives for a folder say nothing; characters are quoted only where they must be.

    >>> canonical_url("http://www.A.example:80/b/index.html?utm_source=x#top")
    'a.example/b'
    >>> canonical_url("https://a.example/%7eb/?d&c=1"), canonical_url("pages/a.html")
    ('a.example/~b?c=1&d', 'pages/a.html')
    """
    host, port, path, query = split_url(url)
    host = host.removeprefix("www.") + (port and f":{port}")
    path = _ODD.sub(_quoted, without_session(path))
    folder, _, name = path.rpartition("/")
    if _FRONT_ADDRESS.fullmatch(name):
        path = folder
    path = path.rstrip("/")
    if not query:
        return host + path
    parameters = sorted(page_parameters(_ODD.sub(_quoted, query)))
    return f"{host}{path}?{'&'.join(parameters)}" if parameters else host + path


def url_key(url: str) -> int:
    """A signed 64-bit number for the page that an address leads to.

    >>> url_key("http://www.a.example/b/") == url_key("https://a.example/b#c")
    True
    """
    key = xxhash.xxh3_64_intdigest(canonical_url(url).encode("utf-8", "surrogatepass"))
    return key - (1 << 64) if key >> 63 else key


def _host(host: str) -> str:
    """A host by the letters it is read as, however it was written."""
    host = host.strip().rstrip(".")
    if not host.isascii():
        host = normal_form("NFKC", host)
    host = host.lower()
    if "xn--" in host:
        host = ".".join(map(_read, host.split(".")))
    return host


def _read(label: str) -> str:
    if not label.startswith("xn--") or len(label) > _LABEL:
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label


def _quoted(found: re.Match[str]) -> str:
    text = found[0]
    if len(text) == 1:
        return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))
    char = chr(int(text[1:], 16))
    return char if char in _UNRESERVED else text.upper()


# Commonplaces: words that sites name their folders and files with, whatever they are about.

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
"""What sites are divided into."""
_ABROAD = """
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
"""The same in other languages."""
_PROGRAMS = """
    asp bin cgibin cms com component cosmo drupal edit entryid http https itemid joomla lib mod
    modules moodle movabletype mt net option php plugin printable pukiwiki replytocom
    shtml src stylesheet tdiary tiki trackback typo uncategorized untitled var wordpress
    wp www xoops yybbs zope
"""
"""What programs that run sites call their parts."""
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
"""Times, and the small words that names are held together with."""

COMMON = frozenset(" ".join((_SECTIONS, _ABROAD, _PROGRAMS, _TIMES)).split())
"""All of them, in lower case; a plural in -s goes without saying."""

# Paths: the parts of a path that are not there by chance.
#
# Two addresses on different hosts that share a part may be copies of one page, or share what every
# site has: /news/, /2019/06/20/, index.html, 0123.html. A part is telling if so much of it is left
# without numbers, dates and the words that sites name their folders with that nobody comes upon it
# twice. The last part names the page; those before name a section, and sections are called alike
# on many sites, so more is asked of them.

_MOST = 4096
"""Characters of a path that are read; no browser's users see more."""
_NAME_PATHS = 8
"""Letters and digits that name a page: fewer are a common word more often than a name."""
_SECTION = 16
"""The same of a section that is one word: longer than the words that sections are named with
("administration", "entertainment"). One of several words needs no more than a page's name."""
_CODE = re.compile(r"(?=(?:\d*[^\W\d_]){2})(?=(?:[^\W\d_]*\d){3})[^\W_]{6,}")
"""Letters and digits mixed, as kh23102. A letter and a number, or a word and a short one, are how
everybody counts: p1, a0123, vol12."""
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_ENDING = re.compile(r"\.[a-z][a-z0-9]{1,4}$")
_PROGRAM = re.compile(r"\.(?:php\d?|aspx?|jsp|cgi|pl|cfm|do|exe|dll)$")
_CHARSETS = ("utf-8", "euc_jp", "cp932")
"""Charsets of addresses, the strictest first: text of one is seldom well formed in those before."""
_FRONT_PATHS = frozenset({"index", "default"})
_SHORT = 3
"""Letters of the shortest word that counts."""
_LONG = 25
"""Letters that two common words do not have together."""
_FULL_WIDTH = "\u2e80"
"""From here on in Unicode a character is a syllable or a word, and counts as two letters."""


def distinctive_parts(path: str, query: str = "") -> tuple[str, ...]:
    """The parts of a path, and the values of its query, that are there for this page alone.

    Words are joined by "-", in lower case, and the file's ending is left out.

    >>> distinctive_parts("/2007/06/Seth_Godins-take%20on-markets/index.html")
    ('seth-godins-take-on-markets',)
    >>> distinctive_parts("/whatsnew/host/kh23102.htm"), distinctive_parts("/blog/2019/p/1.php")
    (('kh23102',), ())
    """
    parts = [part for part in without_session(path[:_MOST]).split("/") if part]
    name = _plain(parts.pop()) if parts else ""
    if parts and _ENDING.sub("", name) in _FRONT_PATHS:
        name = _plain(parts.pop())
    found = {kept: None for part in parts if (kept := _section(part))}
    # A program shows many pages: which, its parameters say.
    is_program = bool(query and _PROGRAM.search(name))
    if kept := _told(_ENDING.sub("", name), _SECTION if is_program else _NAME_PATHS):
        found[kept] = None
    for parameter in page_parameters(query[:_MOST]) if query else ():
        if kept := _section(parameter.partition("=")[2]):
            found[kept] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def _section(part: str) -> str:
    return _told(_plain(part), _SECTION)


def _plain(part: str) -> str:
    """A part of a path as it is read, in lower case."""
    if "%" in part:
        part = _decoded(unquote_to_bytes(part.encode("utf-8", "surrogatepass")))
    if not part.isascii():
        part = normal_form("NFKC", part)
    return part.lower()


def _decoded(quoted: bytes) -> str:
    for charset in _CHARSETS:
        with suppress(UnicodeDecodeError):
            return quoted.decode(charset)
    return quoted.decode("latin-1")  # whatever it was, it can be compared


def _told(part: str, alone: int) -> str:
    """A part with its words joined in one way where it is telling, else nothing.

    `alone` says how long it must be if but one of its words is its own.
    """
    words = _WORD.findall(part)
    own = [word for word in words if _is_own(word)]
    if not own:
        return ""
    if len(own) > 1:
        alone = _NAME_PATHS
    elif _is_compound(own[0]):
        return ""
    # A short number tells the parts of a work (saigoku_17), a long one is a year or a date.
    size = sum(map(_size, own)) + sum(
        len(word) for word in words if word.isdigit() and len(word) < 4
    )
    return "-".join(words) if size >= alone or any(map(_CODE.fullmatch, own)) else ""


def _is_own(word: str) -> bool:
    stem = word if word.isalpha() else _DIGITS.sub("", word)
    if _is_common(stem):
        return False
    return _size(stem) >= _SHORT or bool(_CODE.fullmatch(word))


def _is_common(word: str) -> bool:
    return word in COMMON or (word[-1:] == "s" and word[:-1] in COMMON)


def _is_compound(word: str) -> bool:
    """Whether a word is two common ones written together, as "aboutus"."""
    return len(word) < _LONG and any(
        _is_common(word[:at]) and _is_common(word[at:]) for at in range(2, len(word) - 1)
    )


def _size(word: str) -> int:
    return 2 * len(word) if word >= _FULL_WIDTH else len(word)


# URL similarity: whether two addresses look as if they belonged together.
#
# The paper's measure (`faithful/url`), made safe. A host's name is telling together with the
# suffix that it was registered under, and a label in front of it only together with it: two blogs
# under github.io share nothing, nor do old.a.example and old.b.example, nor hotels of one name in
# different countries. Of a path only those parts count that are not there by chance
# (`language/paths`), and of them none that stands on many hosts of the collection. A mirror on
# another host keeps its paths, so it is found by them.

_NAME_URL = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]")
"""Addresses that have no names in them: IPv4, IPv6."""
_LONGEST = 253
"""Characters of the longest host name (RFC 1035)."""
_SERVER = re.compile(r"www?\d*")
"""Labels that say no more than "a web server"."""


class UrlParts(NamedTuple):
    """What of an address two pages are compared by."""

    site: str
    """The domain that somebody registered, `""` where there is no host."""
    host: tuple[str, ...]
    """The site, and each longer name under it that leads to the host."""
    path: tuple[str, ...]
    """The parts of the path that are not there by chance."""


def url_parts(url: str) -> UrlParts:
    """The telling parts of an address, whatever it is.

    >>> url_parts("http://old.blog.a.co.jp:8080/news/2019/boats-and-their-masts.html")
    UrlParts(site='a.co.jp', host=('a.co.jp', 'blog.a.co.jp', 'old.blog.a.co.jp'), \
path=('boats-and-their-masts',))
    >>> url_parts("pages/17.html")
    UrlParts(site='', host=(), path=())
    """
    address = split_url(url)
    names = _names(address.host)
    return UrlParts(
        names[0] if names else "", names, distinctive_parts(address.path, address.query)
    )


def url_similarity(a: UrlParts, b: UrlParts, common: Container[str] = ()) -> float:
    """How similar two addresses are, from 0 to 1: the mean of Simpson's coefficients.

    Parts of paths that are `common` in the collection do not count.

    >>> a, b = url_parts("http://a.example/big-red-boats/"), url_parts("http://b.example/big-red-boats.htm")
    >>> url_similarity(a, b), url_similarity(a, b, common={"big-red-boats"})
    (0.5, 0.0)
    """
    own, others = ({part for part in url.path if part not in common} for url in (a, b))
    return (_simpson(set(a.host), set(b.host)) + _simpson(own, others)) / 2


def _simpson(a: Collection[str], b: Collection[str]) -> float:
    return len(set(a) & set(b)) / min(len(a), len(b)) if a and b else 0.0


@lru_cache(maxsize=1 << 14)
def _names(host: str) -> tuple[str, ...]:
    """The site of a host, and the longer names under it, from the shortest on."""
    if len(host) > _LONGEST or not (_NAME_URL.fullmatch(host) or _NUMBER.fullmatch(host)):
        return ()
    # A host that is itself a suffix, or has none ("localhost"), is a site by itself.
    site = host if _NUMBER.fullmatch(host) else _suffixes().privatesuffix(host) or host
    names = [site]
    labels = host[: -len(site) - 1].split(".") if site != host else []
    while labels and _SERVER.fullmatch(labels[0]):
        del labels[0]
    for label in reversed(labels):
        names.append(f"{label}.{names[-1]}")
    return tuple(names)


@cache
def _suffixes() -> PublicSuffixList:
    """The public suffixes, those of private owners (github.io) among them."""
    try:
        from publicsuffixlist import PublicSuffixList
    except ImportError as error:
        raise MissingExtra("telling sites apart", "similar") from error
    return PublicSuffixList()


_IDENTIFIER = re.compile(r"(?i)(?:https?://|urn:|tag:)\S+")
_WEB = re.compile(r"(?i)https?://[^/\s]+\S*")
_UNQUOTED = "%/:=&?~#+!$,;'@()*[]"
"""What stands in an address as it is: RFC 3986's reserved characters, and what is quoted."""


def quoted_url(url: str | None) -> str | None:
    """An address in the characters of RFC 3986; None where there is none.

    >>> quoted_url("https://a.example/本 文?b=%20"), quoted_url(" ")
    ('https://a.example/%E6%9C%AC%20%E6%96%87?b=%20', None)
    """
    return quote(xml_text(url or "").strip(), safe=_UNQUOTED) or None


def http_url(url: str | None) -> str | None:
    """An address that leads somewhere from wherever the feed is read; None where it does not.

    >>> http_url("https://a.example/b"), http_url("b.html"), http_url("javascript:x()")
    ('https://a.example/b', None, None)
    """
    found = quoted_url(url)
    return found if found and _WEB.fullmatch(found) else None


def absolute_iri(name: str) -> str:
    """A name as the absolute IRI that Atom demands: itself where it is one, else made from it.

    >>> absolute_iri("https://a.example/b"), absolute_iri("b.html")
    ('https://a.example/b', 'urn:uuid:6598b634-fb4a-efa1-5d96-005848b49a46')
    """
    found = quoted_url(name) or ""
    if _IDENTIFIER.fullmatch(found):
        return found
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16)
    return uuid.UUID(bytes=digest.digest()).urn
