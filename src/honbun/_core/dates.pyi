from collections.abc import Iterable

def plain(text: str) -> str: ...

class OpeningScanner:
    def __init__(
        self,
        months: Iterable[str],
        words: Iterable[str],
        after: Iterable[str],
        signs: Iterable[str],
        letters: str,
        numerals: str,
        units: str,
    ) -> None: ...
    def find(self, plain: str) -> list[tuple[int, int, str]]: ...
