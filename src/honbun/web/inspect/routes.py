"""Which view of inspection answers to which path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from honbun.web.inspect.data import Data
from honbun.web.inspect.nowhere import leading_on
from honbun.web.inspect.opening import Opening
from honbun.web.inspect.views import Views
from honbun.web.kept import Kept

if TYPE_CHECKING:
    from honbun.io.fetch import Fetcher
    from honbun.web.fetching import Fetching
    from honbun.web.inspect.opened import Opened
    from honbun.web.limits import Limits
    from honbun.web.readers import Readers
    from honbun.web.workers import Workers


def routes(
    opened: Opened,
    fetcher: Fetcher,
    fetching: Fetching,
    working: Workers,
    readers: Readers,
    limits: Limits,
    *,
    patience: float,
    annotates: bool,
) -> list[Route]:
    """The paths of inspection.

    `fetching` are for pages of the web, `working` the threads and `readers` the processes for
    judging them; `patience` is how many seconds a client waits for a page, and `annotates` whether
    the collection given can be annotated.
    """
    opening = Opening(opened, fetcher, fetching, working, limits, patience)
    views = Views(opened, opening, working, readers, annotates)
    data = Data(opened, working, readers, Kept(opened.find, working, len))
    return [
        Route("/inspect", views.start),
        Route("/inspect/open", opening.post, methods=["POST"]),
        Route("/inspect/data/{collection}", views.progress),
        Route("/inspect/data/{collection}/{n}/{room}", data.get),
        Route("/inspect/{collection}", leading_on(views.list, opened)),
        Route("/inspect/{collection}/{n}", leading_on(views.page, opened)),
    ]
