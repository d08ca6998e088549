from collections.abc import Sequence
from typing import Any

def count(texts: Sequence[str], totals: Any) -> None: ...
