"""URLs of all kinds, and strings that are none."""

from __future__ import annotations

from hypothesis import strategies as st

HOSTS = (
    "a.example", "www.a.example", "old.a.example", "b.co.jp", "co.jp", "ann.github.io",
    "bob.github.io", "133.28.23.100", "[::1]", "localhost", "xn--wgv71a.example", "日本.example",
    "xn--", "xn--\udc80", "a..b", ".", "", "[", "u:p@a.example:80", "a" * 300 + ".example", "-",
)  # fmt: skip
PATHS = (
    "news", "2019", "06", "index.html", "0.html", "~ann", "big-red-boats", "Big_Red%20Boats.htm",
    "kh23102.htm", "%e6%97%a5%e8%a8%98", "%93%fa%96%7b", "%", "%zz", "日本の船の歴史",
    "\udc80", "..", "", "a;jsessionid=1", "x" * 5000,
)  # fmt: skip
ENDS = ("", "?", "?id=3", "?title=Big_Red_Boats&utm_source=x", "#top", "?a=%ff#", "?&&=")
WEB = st.builds(
    lambda scheme, host, path, end: f"{scheme}{host}/{'/'.join(path)}{end}",
    st.sampled_from(["http://", "https://", "//", "file://", "ftp://", "HTTP://"]),
    st.sampled_from(HOSTS),
    st.lists(st.sampled_from(PATHS), max_size=5),
    st.sampled_from(ENDS),
)
URLS = st.one_of(WEB, WEB, st.text(), st.lists(st.sampled_from(PATHS)).map("/".join))
