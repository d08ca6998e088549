"""Pages that try everything, at random."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.strategies import PIECES

BAIT = "javascript:alert(1)"
_TAGS = (
    "applet area audio base bgsound button canvas col colgroup datalist details dialog embed "
    "fieldset form foreignObject frame frameset input keygen label link map marquee math meta "
    "meter mi noembed noframes noscript object optgroup option output param picture plaintext "
    "progress rp ruby script select slot source style summary svg template textarea title track "
    "video wbr xmp my-card honbun-card x:y annotation-xml"
).split()
_ATTRIBUTES = (
    "accesskey action autofocus background cite class content contenteditable data data-link "
    "data-placeholder data-src draggable formaction href http-equiv id inert is lowsrc manifest "
    "media name onclick onerror onload part ping popover poster profile rel shadowrootmode slot "
    "src srcdoc srcset style target type usemap value width xlink:href"
).split()
_VALUES = (
    BAIT,
    "http://evil.example/x",
    "",
    "stylesheet",
    "background:url(http://evil.example/x)",
    r"background:\75rl(http://evil.example/x)",
    "behavior:url(x);-moz-binding:url(x);width:expression(alert(1))",
    "open",
    "refresh",
    "0;url=http://evil.example/x",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "data:text/html,<script>alert(1)</script>",
    "<script>alert(1)</script>",
)
_ATTRIBUTE = st.builds(
    lambda name, value: f' {name}="{value}"'.replace("<", "&lt;"),
    st.sampled_from(_ATTRIBUTES),
    st.sampled_from(_VALUES),
)
_OPENING = st.builds(
    lambda tag, attributes: f"<{tag}{''.join(attributes)}>",
    st.sampled_from(_TAGS),
    st.lists(_ATTRIBUTE, max_size=3),
)
_PIECE = st.one_of(
    PIECES,
    _OPENING,
    st.sampled_from(_TAGS).map(lambda tag: f"</{tag}>"),
    st.sampled_from(["<![CDATA[", "]]>", "\0", "&#0;", "&#xd800;", "\ufeff", "some words"]),
    st.sampled_from(["<style>@import 'x';a{b:url(c)}</style>", "<template shadowrootmode=open>"]),
)
HOSTILE = st.lists(_PIECE, max_size=30).map("".join)
