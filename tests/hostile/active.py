"""Finds what would run, load or mislead in a page that a browser shows."""

from __future__ import annotations

import re
from html import escape

from selectolax.lexbor import LexborHTMLParser

SCRIPT = "\"'></title></style></textarea><script>alert(1)</script><img src=x onerror=alert(1)>"
COMMENT = "--><svg onload=alert(1)>]]><script>alert(1)</script><!--"
ADDRESS = "javascript:alert(1)"
_ACTIVE = "script, iframe, object, embed, svg, math, form, base, meta[http-equiv=refresh], frame"
_IGNORED = re.compile(r"\A[\x00-\x20]+|[\t\n\r]")
"""Characters that the URL standard removes before it reads the scheme."""


def active(html: str, own: str = "") -> list[str]:
    """The active elements and attributes of a page; `own` selects allowed elements."""
    tree = LexborHTMLParser(html)
    allowed = {node.mem_id for node in tree.css(own)} if own else set()
    found = [node.html or "" for node in tree.css(_ACTIVE) if node.mem_id not in allowed]
    for node in tree.css("*"):
        for name, value in node.attributes.items():
            address = _IGNORED.sub("", value or "").lower()
            if name.startswith("on") or name in ("srcdoc", "style"):
                found.append(f"{name}={value}")
            if name in ("href", "src", "action", "formaction", "xlink:href") and re.match(
                r"(?:javascript|vbscript|data):", address
            ):
                found.append(f"{name}={value}")
    return found


def page(number: int) -> str:
    """A page with active content everywhere; each number gives a different page."""
    script, comment = escape(SCRIPT), escape(COMMENT)
    items = "".join(
        f'<li>2010-03-{n} <a href="/news/{number}{n}">{script} item {n}</a> {comment}</li>'
        for n in range(10, 19)
    )
    return f"""<!doctype html><html lang="{script}"><head><title>{script} {number}</title>
<meta name=author content="{script}"><meta property=og:site_name content="{comment}">
<meta property=og:image content="{ADDRESS}"><meta name=date content="{script}"></head><body>
<nav><a href=/>Home</a> <a href="{ADDRESS}">All</a></nav><h1>{script} number {number}</h1>
<p class="{script}" onclick=alert(1) style="background:url({ADDRESS})">Story {number} begins with
its own words. {script} <a href="{ADDRESS}">link {number}</a>
<a href=" java&#9;script:alert(1)">another</a> <a href="data:text/html,<script>">third</a>
<a href="VBscript:x">fourth</a> <b onmouseover=alert(1)>bold</b> {comment}</p>
<p>Number {number} ends here. <img src="{ADDRESS}" onerror=alert(1) alt="{script}">
`{script}` [x]({ADDRESS}) &lt;script&gt;alert({number})&lt;/script&gt;</p>
<script>alert({number})</script><iframe srcdoc="<script>alert(1)</script>"></iframe>
<form action="{ADDRESS}"><input name=x onfocus=alert(1) autofocus></form>
<svg onload=alert(1)><a xlink:href="{ADDRESS}"><text>drawn</text></a></svg>
<ul>{items}</ul>
<footer>{script}</footer></body></html>"""
