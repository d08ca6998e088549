"""Dead ends: what is not there is told to people on a page that leads on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from honbun.errors import HonbunError
from honbun.web.sheets import sheet
from honbun.web.troubles import trouble

if TYPE_CHECKING:
    from honbun.web.inspect.opened import Opened

View = Callable[[Request], Awaitable[Response]]


def leading_on(view: View, opened: Opened) -> View:
    """A view whose refusals are pages with a link to the collection, or to where one is opened."""

    async def shown(request: Request) -> Response:
        try:
            return await view(request)
        except (HTTPException, HonbunError) as error:
            said = trouble(error)
        name = request.path_params["collection"]
        return sheet(
            "inspect_nowhere.html",
            said.status,
            said.headers,
            line=said.line,
            name=name,
            collection=opened.find(name),
        )

    return shown
