"""Random inputs that several tests draw from."""

from __future__ import annotations

from hypothesis import strategies as st

TAGS = (
    "p div b i a table tr td th ul li span h1 form select option svg math title button br hr img "
    "textarea pre strong em script style nobr font center dl dt dd iframe noscript body html "
    "head".split()
)
PIECES = st.one_of(
    st.sampled_from(TAGS).map(lambda tag: f"<{tag}>"),
    st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
    st.sampled_from(["x", " ", "\n", "&amp;", "&#x41;", "&bogus;", "<!-- c -->", "<"]),
    st.sampled_from(["「", "。", "*", "_", "1. ", "# ", "- ", "+ ", "> ", "[", "]", "!", "|"]),
    st.sampled_from(["~~~", "---", "===", "`", "```", "&lt;", "(", ")", "<code>", "</code>"]),
    st.sampled_from(['<a href="/x?a=1&b">', "<p class='a b' hidden>", '<img alt="y">', "<td/>"]),
)
HTML = st.lists(PIECES, max_size=30).map("".join)
"""Tag soup of every kind; no <template>, whose content parsers show in different ways."""
