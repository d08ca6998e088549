PHRASING: frozenset[str]

class Frames:
    def __init__(
        self, forms: list[tuple[str, int, int, int]], info: dict[int, str]
    ) -> None: ...
    def of(self, form: int) -> tuple[tuple[str, int, int, str], ...]: ...
