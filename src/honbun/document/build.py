"""Build the document of a page from its flow and the rows that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun._core.frames import Frames
from honbun.document.flow import LINK, NO_ROW, PICTURE, RULE
from honbun.document.model import ALL, Document, DocumentOptions, Part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.document.flow import PageFlow
    from honbun.document.model import Frame


def build(
    flow: PageFlow,
    rows: Mapping[int, int],
    pictures: Mapping[int, int] | None = None,
    title: int | None = None,
    options: DocumentOptions = ALL,
) -> Document:
    """The document of the rows that are kept, each with the number of its block.

    `pictures` are the blocks that only show a picture, likewise. The row of the `title` becomes the
    one heading of the first level. Without a title, several of that level are those of parts.
    """
    frames = Frames(flow.forms, flow.info)
    pictures = pictures or {}
    parts: list[Part] = []
    last, rule = NO_ROW, None
    for row, form, block, marked in flow.pieces:
        if row == RULE:
            rule = Part((("hr", flow.forms[form][2], 0, ""),), "", -1)
            continue
        number = pictures.get(block) if row == NO_ROW else rows.get(row)
        if number is None:
            continue
        if rule and parts and row in (NO_ROW, last + 1):  # it separates two kept texts
            parts.append(rule)
        rule, last = None, max(row, last)
        frame = frames.of(form)
        if title is not None and (row == title or frame[-1][0] == "h1"):
            frame = _titled(frame, is_title=row == title)
        parts.append(Part(frame, marked, number))
    if title is None and len({part.frame[-1] for part in parts if part.frame[-1][0] == "h1"}) > 1:
        parts = [part._replace(frame=_titled(part.frame, is_title=False)) for part in parts]
    return document_of(parts, flow, options)


def document_of(parts: Sequence[Part], flow: PageFlow, options: DocumentOptions = ALL) -> Document:
    """The document of some parts of a page, with the links and images that they show."""
    marked = "".join([part.marked for part in parts])
    return Document(
        tuple(parts),
        flow.base,
        links={node: flow.links[node] for node in map(int, LINK.findall(marked))},
        images={
            node: flow.images[node]
            for node in map(int, PICTURE.findall(marked))
            if node in flow.images
        },
        options=options,
    )


def _titled(frame: Frame, *, is_title: bool) -> Frame:
    """A frame where the title has the first level and other headings have a lower one."""
    tag, node, *_ = frame[-1]
    if is_title:
        return (("h1", node, 0, ""),)
    return (*frame[:-1], ("h2", node, 0, "")) if tag == "h1" else frame
