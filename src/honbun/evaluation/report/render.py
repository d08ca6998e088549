"""A report to one HTML file: no script, and nothing that is loaded from anywhere.

What pages say is text here, never HTML: the template escapes all it is given. Characters that no
HTML may hold are shown as U+FFFD, and what turns the direction of text is kept inside `<bdi>`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from honbun.errors import MissingExtra
from honbun.evaluation.report import chart
from honbun.evaluation.report.model import Bars, Cases, Chart, Table
from honbun.evaluation.tables import shown
from honbun.text.urls import http_url

if TYPE_CHECKING:
    from jinja2 import Environment

    from honbun.evaluation.report.model import Report

# HTML, "Preprocessing the input stream": surrogates, noncharacters and controls are errors.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(
        f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
    )
    + "]"
)


def check_renderer() -> None:
    """Raise MissingExtra before the work where no report could be made after it."""
    try:
        import jinja2  # noqa: F401
    except ImportError as error:
        raise MissingExtra("a report", "report") from error


def render(report: Report) -> str:
    """The report as the text of an HTML file."""
    return _environment().get_template("report.html").render(report=report)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("honbun.evaluation.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_permitted,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(shown=shown, link=http_url, draw=chart.draw)
    made.tests.update(
        table=lambda part: isinstance(part, Table),
        bars=lambda part: isinstance(part, Bars),
        chart=lambda part: isinstance(part, Chart),
        cases=lambda part: isinstance(part, Cases),
        measure=lambda value: isinstance(value, float),
    )
    return made


def _permitted(value: object) -> object:
    """What HTML can hold of a text; what the template has made of others is left as it is."""
    return _FORBIDDEN.sub("\ufffd", value) if type(value) is str else value
