from collections.abc import Iterable

from honbun._core.page import PageColumns

DEPTH_LIMIT: int

class Ambiguous(Exception): ...

def read(page: PageColumns, html: str, verbatim: Iterable[int] | None = None) -> None: ...
