"""Sides: which way a measure may count, when groups are ranked and when a list stands at the gate.

Weights are learnt, and pages are few: a measure that happens to go with the wrong lists of some
pages would be held against all. So each is bound to the side that its meaning allows. A list that
covers more of its page is never the worse for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

BIAS = "bias"
"""At the gate, what a list begins with."""
FACTS = (
    "page_article", "page_dated", "page_declared", "page_form", "page_listed", "page_number",
    "page_pages", "page_root", "page_slug",
)  # fmt: skip
"""What is known of the page itself, at the gate; its list also has a `score` there."""


@dataclass(frozen=True)
class Sides:
    """Measures by the side that they may speak on."""

    speak_for: frozenset[str]
    speak_against: frozenset[str]
    either: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()
    """Measures that do not count here: without them pages that taught nothing come out as well."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All measures, in their order."""
        return tuple(sorted(self.speak_for | self.speak_against | self.either | self.silent))

    def bounds(self, name: str) -> tuple[float | None, float | None]:
        """The least and the greatest weight that a measure may have."""
        if name in self.silent:
            return 0, 0
        if name in self.either:
            return None, None
        return (0, None) if name in self.speak_for else (None, 0)


def _named(names: str) -> frozenset[str]:
    return frozenset(names.split())


RANK = Sides(
    speak_for=_named(
        "article below covers dated even falling headline same_lead same_reach same_tag same_unit "
        "shape share share_root site slug title"
    ),
    speak_against=_named(
        "above alphabetical aside beside boxes crowded dated_half down inner inner_lists late "
        "late_far left link_same many_dates missed own parts plain prose_outside ranked "
        "same_line same_path sections short small strays three title_date title_day title_long "
        "title_same two unordered wordless"
    ),
    either=_named("bare count digits flat headed line linked pictured text"),
    silent=_named("resets"),
)
GATE = Sides(
    speak_for=_named(
        "bare below count covers dated digits even falling headed headline linked "
        "page_listed page_pages page_root pictured same_reach same_unit score share share_root "
        "site slug text title"
    ),
    speak_against=_named(
        "alphabetical aside beside crowded dated_half down late left own page_article "
        "page_dated page_declared page_form page_number page_slug parts plain prose_outside "
        "ranked resets same_line sections short small strays three title_date two unordered"
    ),
    silent=_named(
        "above article boxes flat inner inner_lists late_far line link_same many_dates missed "
        "same_lead same_path same_tag shape title_day title_long title_same wordless"
    ),
)
