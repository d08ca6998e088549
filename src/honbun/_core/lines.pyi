from collections.abc import Iterable

from honbun._core.blocks import BlockColumns

class LineScanner:
    def __init__(
        self,
        labels: Iterable[str],
        verbs: Iterable[str],
        months: Iterable[str],
        units: Iterable[str],
        around: Iterable[str],
    ) -> None: ...
    def may_be_dated(self, text: str) -> bool: ...
    def find(self, blocks: BlockColumns, longest: int) -> list[int]: ...
