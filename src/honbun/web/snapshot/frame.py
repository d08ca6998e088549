"""`/frame`: the empty sandboxed document in which a page is drawn.

It contains nothing of any page: only our styles and our script, which draws what it receives over a
message channel. Its own header gives the document an opaque origin, so that it is as harmless when
opened alone, and allows no loading except `data:` images.
"""

from __future__ import annotations

import re
import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

_FOLDER = Path(__file__).parent.parent / "static" / "frame"
_SCRIPTS = (
    *("kinds", "allowed", "drawing", "blocks", "tags", "layer", "ink", "fade", "sheets"),
    *("marks", "boxes", "spans", "cursor", "edge", "pointer", "keys", "stage"),
)
"""The modules that run in the frame, each after its imports."""
_STYLES = ("base", "page", "bare", "layer")
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_DOCTYPES = {"standards": "<!doctype html>", "quirks": ""}
_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'nonce-{nonce}'; "
    "style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)


async def frame(request: Request) -> Response:
    """The frame for pages in a layout `mode`: standards or quirks."""
    mode = request.query_params.get("mode", "standards")
    if mode not in _DOCTYPES:
        raise HTTPException(400, "mode is standards or quirks")
    nonce = secrets.token_urlsafe(16)
    return HTMLResponse(
        _DOCTYPES[mode] + frame_document().replace("<script", f'<script nonce="{nonce}"'),
        headers={
            "Content-Security-Policy": _POLICY.format(nonce=nonce),
            "Cache-Control": "no-store",  # a nonce is valid for one response
            "X-DNS-Prefetch-Control": "off",
        },
    )


@cache
def frame_document() -> str:
    """The document of the frame without doctype and nonce.

    A document with an opaque origin cannot import modules from here, so they are inlined as one
    script, without their imports.
    """
    styles = (
        f'<style id="{name}-style" media="not all">{_text(f"{name}.css")}</style>\n'
        for name in _STYLES
    )
    code = "\n".join(_IMPORT.sub("", _text(f"{name}.js")) for name in _SCRIPTS)
    return (
        '<html lang="en"><head><meta charset="utf-8"><title>A page</title>\n'
        f'{"".join(styles)}<script type="module">\n{code}</script></head><body></body></html>\n'
    )


def _text(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")
