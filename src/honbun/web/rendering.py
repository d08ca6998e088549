"""Pages for people, made from templates: what other pages say is text there, never HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from honbun.text.language import language_tag
from honbun.text.unicode import clean
from honbun.text.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response

_templates = Environment(
    loader=PackageLoader("honbun.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters |= {"web_address": http_url, "language": language_tag}


def sheet(
    template: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: object,
) -> Response:
    """A page made from a template, never kept by caches: it is of this moment."""
    html = _templates.get_template(template).render(values)
    return HTMLResponse(clean(html), status, {"Cache-Control": "no-store", **(headers or {})})
