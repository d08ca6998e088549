"""URLs are resolved as the standard library does, and images described by their page."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from honbun.html.links import image_text, safe_url
from honbun.html.parse import parse
from honbun.text.unicode import collapse

BASES = st.sampled_from(
    "https://a.example http://b.example/ https://a.example/x/y.html https://a.example/x//y "
    "https://a.example/x/?q=1#f https://a.example/x/../y https://a.example/x;p?q "
    "https://A.example:80/é/z# http://u@h.example/a/? https://a.example?q a.html mailto:x".split()
)
PARTS = st.sampled_from(
    [*"a b.html / // .. . ? # q=1 : ; é %20 ~ - _ http: javascript: 1 & a:b \\ [ @".split(), " "]
)


@given(BASES | st.just(""), st.lists(PARTS, max_size=6).map("".join) | st.text(max_size=20))
def test_urls_are_resolved_as_urljoin_does(base: str, url: str) -> None:
    bare = collapse(url)
    try:
        joined = urljoin(base, bare) if bare else ""
        scheme = urlsplit(joined).scheme
    except ValueError:
        joined, scheme = "", ""
    allowed = scheme in ("", "http", "https", "mailto", "tel", "ftp")
    expected = joined if joined and allowed else None
    assert (safe_url(base, url) or None) == expected


def test_the_text_of_an_image_is_left_out_where_the_page_says_it_beside_it() -> None:
    tree = parse('<p>Boats <b> </b><img alt="boats"><i> </i><img alt="Boats"></p><p>Trams</p>')
    assert [image_text(tree, node) for node in tree.find("img")] == ["boats", ""]
    far = parse("<p>Boats</p>" + "<b> </b>" * 4 + '<img alt="Boats">')
    assert [image_text(far, node) for node in far.find("img")] == ["Boats"]
