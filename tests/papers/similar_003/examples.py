"""Pages and documents that several tests of the standard format use."""

from __future__ import annotations

from hypothesis import strategies as st

from honbun.page import Page
from honbun.papers.similar_003.standard import Annotation, Document, Link, Linked, Sentence, Title

TEXTS = st.one_of(
    st.text(st.characters(), max_size=20),  # with controls, halves of characters and noncharacters
    st.lists(
        st.sampled_from(["]]>", "]", ">", "<![CDATA[", "&", "&amp;", '"', "'", "<", "--", "<?x?>"])
        | st.sampled_from(["\r", "\n", "\t", "\r\n", " ", "\x85", "\u2028", "\0", "\x1b", "\x1f"])
        | st.sampled_from(["\ud800", "\udfff", "\ufffe", "\uffff", "\ufdd0", "\U0001ffff", "文"]),
        max_size=8,
    ).map("".join),
)
_NUMBERS = st.integers(min_value=0, max_value=10**12)
_LINKS = st.lists(
    st.builds(
        Link,
        TEXTS,
        st.lists(st.builds(Linked, TEXTS, st.none() | _NUMBERS), max_size=3).map(tuple),
    ),
    max_size=3,
).map(tuple)
DOCUMENTS = st.builds(
    Document,
    id=_NUMBERS,
    url=TEXTS,
    encoding=TEXTS,
    replaced=_NUMBERS,
    japanese=st.booleans(),
    title=st.none() | st.builds(Title, TEXTS, _NUMBERS, _NUMBERS),
    out_links=_LINKS,
    in_links=_LINKS,
    sentences=st.lists(
        st.builds(
            Sentence,
            id=_NUMBERS,
            text=TEXTS,
            offset=_NUMBERS,
            length=_NUMBERS,
            japanese=st.booleans(),
            annotations=st.lists(st.builds(Annotation, TEXTS, TEXTS), max_size=2).map(tuple),
        ),
        max_size=3,
    ).map(tuple),
)

TEMPLE = """<!doctype html><html><head><meta charset="{encoding}">
<title>清水寺【京都の旅】</title></head><body>
<h1>清水寺</h1>
<p>京都観光といえば、<b>清水寺</b>はいつも参拝者で賑わっている。紅葉の頃は&quot;夜の拝観&quot;もある！と聞いた。
<p>舞台の高さは約13メートルで、<br>釘を一本も使っていません。</p>
<p><a href="/market.html">錦市場</a> <a href="/garden.html">円山公園</a></p>
<p>Open daily from six in the morning. Admission is 500 yen.</p>
</body></html>"""
MARKET = """<!doctype html><html><head><meta charset="{encoding}"><title>錦市場</title></head><body>
<p>錦市場は京都の台所です。食べ歩きの後は<a href="temple.html">清水寺</a>へ行きましょう。</p>
<p><a href="https://elsewhere.example/">よそのサイト</a></p>
</body></html>"""
ENGLISH = """<!doctype html><title>About us</title><p>We sell tea. Read more on
<a href="http://www.kyoto.example/temple.html#top">the temple</a>.</p>"""


def page(html: str, name: str, encoding: str = "utf-8") -> Page:
    """A page of the site that the examples make up, in some encoding."""
    codec = "cp932" if encoding == "shift_jis" else encoding
    data = html.replace("{encoding}", encoding).encode(codec)
    return Page(data, url=f"https://kyoto.example/{name}", source=name)


def site() -> list[Page]:
    """Three pages: two Japanese ones that link to each other, an English one."""
    return [
        page(TEMPLE, "temple.html", "euc-jp"),
        page(MARKET, "market.html", "shift_jis"),
        page(ENGLISH, "about.html"),
    ]
