"""Which written forms a date can have, by what it opens with.

No pattern holds an unbounded repeat, so that trying one costs the same on any text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.language import eastern, named, numeric

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from honbun.language.day import Written
    from honbun.language.source import Source

    Form = tuple[re.Pattern[str], Callable[[re.Match[str], Source], Written | None]]

_DAY_NAME: Form = (named.DAY_NAME, named.day_name)
_YEAR_NAME: Form = (named.YEAR_NAME, named.year_name)
_COUNTED: Form = (eastern.COUNTED, eastern.counted)
_COUNTED_SHORT: tuple[Form, ...] = (
    _COUNTED,
    (eastern.MONTH_DAY_YEAR, eastern.themed),
    (eastern.DAY_MONTH_YEAR, eastern.themed),
)
_COMPACT: Form = (numeric.COMPACT, numeric.compact)
_DAY_MARKED: tuple[Form, ...] = (
    (numeric.YEAR_LAST, numeric.year_last),
    _DAY_NAME,
    (numeric.MONTH_DAY, numeric.month_day),
)
_YEAR_MARKED: tuple[Form, ...] = (
    (numeric.YEAR_FIRST, numeric.year_first),
    _YEAR_NAME,
    (numeric.YEAR_MONTH, numeric.year_month),
)
_NUMBERS: dict[str, dict[int, tuple[Form, ...]]] = {
    "marked": {1: _DAY_MARKED, 2: _DAY_MARKED, 4: _YEAR_MARKED},
    "counted": {1: _COUNTED_SHORT, 2: _COUNTED_SHORT, 4: (_COUNTED,)},
    "worded": {1: (_DAY_NAME,), 2: (_DAY_NAME,), 4: (_YEAR_NAME,), 8: (_COMPACT,)},
    "ended": {8: (_COMPACT,)},
}
"""For a number, by what follows it and how many digits it has."""
_NAMES: dict[str, tuple[Form, ...]] = {
    "month": ((named.NAME_DAY, named.name_day), (named.NAME_YEAR, named.name_year)),
    "sign": (_COUNTED, (eastern.ERA_MARKED, eastern.era_marked)),
}


def at(kind: str, size: int, source: Source, start: int) -> Written | None:
    """The date at `start`, where an opening of some kind and size stands."""
    unreal = None
    forms = _NAMES[kind] if kind in _NAMES else _NUMBERS.get(kind, {}).get(size, ())
    for pattern, read in forms:
        match = pattern.match(source.plain, start)
        found = read(match, source) if match else None
        if found and found.days:
            return found
        unreal = unreal or found
    return unreal
