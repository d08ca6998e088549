from collections.abc import Callable, Iterable

class Mark:
    tag: str
    href: str | None
    children: list[str | Mark | Picture | LineBreak]
    def __init__(
        self,
        tag: str,
        href: str | None = None,
        children: list[str | Mark | Picture | LineBreak] | None = None,
    ) -> None: ...

class Picture:
    @property
    def src(self) -> str: ...
    @property
    def alt(self) -> str: ...
    def __init__(self, src: str, alt: str) -> None: ...

class LineBreak: ...

BREAK: LineBreak

def read_inlines(
    marked: str,
    href: Callable[[int], str | None],
    picture: Callable[[int], Picture | None],
) -> list[str | Mark | Picture | LineBreak]: ...
def shows(inlines: Iterable[str | Mark | Picture | LineBreak]) -> bool: ...
def plain(inlines: Iterable[str | Mark | Picture | LineBreak]) -> str: ...
def plain_text(inlines: Iterable[str | Mark | Picture | LineBreak]) -> str: ...
