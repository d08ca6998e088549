"""Random inputs of the targets: fragments mixed with each other and with any bytes."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.fuzz import fragments

_TAGS = (
    "p div b i a table tr td th caption col ul li dl dt dd h1 h2 form select option svg math title "
    "button br hr img textarea pre em script style nobr template frameset frame iframe noscript "
    "body html head base link meta time article nav section blockquote ruby rt object input".split()
)
_PIECES = st.one_of(
    st.sampled_from(fragments.HTML),
    st.sampled_from(fragments.LISTS),
    st.sampled_from(_TAGS).map(lambda tag: f"<{tag}>".encode()),
    st.sampled_from(_TAGS).map(lambda tag: f"</{tag}>".encode()),
    st.sampled_from((*fragments.TEXT, *fragments.ADDRESSES)).map(
        lambda text: text.encode("utf-8", "surrogatepass")
    ),
    st.binary(max_size=6),
)


def _cut(page: bytes, at: int) -> bytes:
    """A truncated page, as after an interrupted download."""
    return page[: len(page) - at]


PAGES = st.builds(
    _cut, st.lists(_PIECES, max_size=12).map(b"".join), st.integers(0, 9) | st.just(0)
)
TEXTS = st.lists(
    st.one_of(
        st.sampled_from(fragments.TEXT),
        st.sampled_from(fragments.ADDRESSES),
        st.text(max_size=4),
    ),
    max_size=12,
).map(lambda parts: "".join(parts).encode("utf-8", "surrogatepass"))
PATCHES = st.binary(max_size=40)
"""Changes of a file: see `patched`."""
