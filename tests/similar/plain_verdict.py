"""The verdict on two pages by its definition, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from honbun.papers.similar_003.decision import decide, extent
from honbun.similar.model import Extent, Relation

if TYPE_CHECKING:
    from honbun.similar.model import SimilarOptions

Row = dict[str, Any]


def judged(row: Row, options: SimilarOptions) -> Row | None:
    """A pair with its signs, extent and relation; None if it shares too little."""
    row = row | signs(row) | {"extent": extent(row["overlap"], row["containment"])}
    if options.faithful:
        linked = row["forth"] or row["back"]
        measures = row["overlap"], row["containment"], row["url_similarity"]
        row["relation"] = decide(*measures, linked).relation
    elif not enough(row):
        return None
    else:
        row["relation"] = relation(row)
    return row | {f"took_{side}": took(row, side) for side in ("a", "b")}


def signs(row: Row) -> Row:
    """The signs of either page or of both."""
    quoted = {side: row[f"quoted_{side}"] / row[f"shared_{side}"] for side in ("a", "b")}
    found = {
        "spread": 2 * (row["spread_a"] + row["spread_b"]) > row["shared_a"] + row["shared_b"],
        "quotes_a": quoted["a"] - quoted["b"] > 0.5,
        "quotes_b": quoted["b"] - quoted["a"] > 0.5,
    }
    for side in ("a", "b"):
        sources, covered = row[f"sources_{side}"], row[f"covered_{side}"]
        found[f"stitched_{side}"] = sources >= 3 and sources * covered >= 1.5
    return found


def enough(row: Row) -> bool:
    """Two sentences or a long one, without code; any sentence if another sign supports the pair."""
    return bool(
        (row["exact"] + row["changed"] >= 2 and row["prose"] >= 2)
        or (row["exact"] and row["prose"] and row["shared_a"] >= 100)
        or row["owner_a"] == row["owner_b"]
        or any(row[name] for name in ("forth", "back", "quotes_a", "quotes_b"))
        or any(row[name] for name in ("stitched_a", "stitched_b"))
    )


def relation(row: Row) -> Relation:
    """The ten relations, the most specific first."""
    near = row["url_similarity"] > 0
    linked = row["forth"] or row["back"]
    stitched = row["stitched_a"] or row["stitched_b"]
    if row["extent"] == Extent.IDENTICAL:
        form = row["spread"] and row["same_title"]
        return Relation.MIRROR if near else Relation.FORM if form else Relation.COPY
    if row["extent"] == Extent.CONTAINED and (near or linked or stitched):
        return Relation.ARCHIVE if near else Relation.LINK_LIST
    if near:
        return Relation.SAME_SITE
    # A page that quotes and names its source cites it, however many others copied the source.
    cites = {"a": row["quotes_a"] and row["forth"], "b": row["quotes_b"] and row["back"]}
    if any(
        row[f"stitched_{side}"] and not row[f"quotes_{side}"] and not cites[other]
        for side, other in (("a", "b"), ("b", "a"))
    ):
        return Relation.SPAM
    if row["quotes_a"] or row["quotes_b"] or linked:
        return Relation.CITATION
    return Relation.SHARED_PASSAGE if row["spread"] else Relation.PLAGIARISM


def took(row: Row, side: str) -> bool:
    """Whether the kind of a page shows that it took the text from the other."""
    other = "b" if side == "a" else "a"
    match row["relation"]:
        case Relation.SPAM | Relation.COPY | Relation.PLAGIARISM:
            return bool(row[f"stitched_{side}"])
        case Relation.CITATION:
            return bool(row[f"quotes_{side}"] or row["forth" if side == "a" else "back"])
        case Relation.ARCHIVE | Relation.LINK_LIST:
            return bool(row[f"size_{side}"] > row[f"size_{other}"])
        case _:
            return False
