"""Tags are counted as the plain definition counts them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from honbun._core.tags import count_tags

FORMATTING = re.compile(rb"[bisu][^a-z{-\xff]|bi|co|em|fo|sm|st|tt")
PIECES = st.sampled_from(
    [b"<", b"</", b"<!", b"<b>", b"<BODY ", b"<html>", b"<big", b"<i/", b"<strong", b"<p>", b"<u x"]
)


@given(st.lists(PIECES | st.binary(max_size=3)).map(b"".join))
def test_counts_equal_the_plain_definition(html: bytes) -> None:
    after = [html[m.end() : m.end() + 4] for m in re.finditer(b"<", html[:-4])]
    started = [tag for tag in after if tag[:1] not in (b"/", b"!")]
    lower = [bytes(byte | 0x20 for byte in tag) for tag in started]
    roots = [tag for tag in lower if tag in (b"body", b"html")]
    formatting = [tag for tag in lower if FORMATTING.match(tag)]
    assert count_tags(html) == (len(started), len(roots), len(formatting))
