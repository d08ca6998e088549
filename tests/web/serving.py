"""A server in a thread, as the command line starts it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from honbun.web.app import application
from honbun.web.collections import LabelledCollection
from honbun.web.options import ServeOptions
from tests.web.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.web.collections import Collection
    from honbun.web.inspect.uploads import Collections


@contextmanager
def serving(
    folder: Path, collection: Collection | None = None, **options: Any
) -> Iterator[tuple[str, Collections]]:
    """The address of a server and its collections; its state and its labels are in a folder.

    `now` is its clock and `labels` the file of labels; all others are options.
    """
    labels = options.pop("labels", folder / "labels")
    clock = {"now": options.pop("now")} if "now" in options else {}
    defaults: dict[str, Any] = {"state": folder / "state.db", "allow_private": True, "delay": 0.0}
    labelled = LabelledCollection(collection, labels) if collection is not None else None
    app = application(ServeOptions(**(defaults | options)), labelled, **clock)
    with running(app, proxy_headers=False) as url:
        yield url, app.state.collections
