"""Which view of the annotation tool answers to which path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from honbun.web.annotate.adjudication import Adjudication
from honbun.web.annotate.data import Data
from honbun.web.annotate.results import Agreement, Export
from honbun.web.annotate.views import Desk, Overview, Tool

if TYPE_CHECKING:
    from honbun.web.app import Given
    from honbun.web.collections import Pages
    from honbun.web.jobs import Workers


def routes(given: Given, pages: Pages, workers: Workers) -> list[Route]:
    """The paths of the tool on what a server was given; `pages` knows it by the name `GIVEN`."""
    desk = Desk(given, pages, workers)
    data, agreement, adjudication = Data(desk), Agreement(desk), Adjudication(desk)
    return [
        Route("/annotate", Overview(desk).get),
        Route("/annotate/data/pages", data.states),
        Route("/annotate/data/{n}", data.get),
        Route("/annotate/data/{n}", data.act, methods=["POST"]),
        Route("/annotate/data/{n}/undo", data.undo, methods=["POST"]),
        Route("/annotate/data/{n}/redo", data.redo, methods=["POST"]),
        Route("/annotate/agreement", agreement.get),
        Route("/annotate/adjudicate", adjudication.pages),
        Route("/annotate/adjudicate/{n}", adjudication.page),
        Route("/annotate/adjudicate/{n}/data", adjudication.data),
        Route("/annotate/export", Export(desk).get),
        Route("/annotate/{n}", Tool(desk).get),
    ]
