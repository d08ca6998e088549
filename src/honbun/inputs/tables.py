"""CSV and other tables of text, with a header."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from honbun.errors import UnreadablePage
from honbun.html.decode import decode
from honbun.inputs.rows import Fields, delimiter, header_fields, no_fields, page_from_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.errors import Failure
    from honbun.inputs.source import Source
    from honbun.page import Page

_ENCODINGS = {"shift_jis": "cp932", "euc-kr": "cp949", "utf-16le": "utf-16", "utf-16be": "utf-16"}
"""Python's names of encodings that spreadsheets write, where the standard has others."""
_SLACK = 1 << 16


def read_table(source: Source) -> Iterator[Page | Failure]:
    """The pages of a table, one per record."""
    decoded = decode(source.head)
    encoding, line = decoded.encoding, decoded.text.partition("\n")[0]
    names = header_fields(line.encode())
    fields = Fields.of(names, source.options)
    if fields is None or fields.html not in names:
        yield source.refused(no_fields(names))
        return
    if guess := fields.guess(source.options):
        yield source.note(guess)
    # A limit of the whole process; records are bounded by it, also behind a quote left open.
    limit = max(csv.field_size_limit(), 2 * source.options.max_bytes + _SLACK)
    csv.field_size_limit(limit)
    text = io.TextIOWrapper(
        source.file,
        encoding="utf-8-sig" if encoding == "utf-8" else _ENCODINGS.get(encoding, encoding),
        errors="replace",
        newline="",
    )
    records = csv.reader(text, delimiter=delimiter(line))
    try:
        next(records, None)
        for cells in records:
            place = f":{records.line_num}"
            if len(cells) > len(names):
                yield source.failure("the record has more cells than the header", place)
            elif cells:
                row = {name: cell for name, cell in zip(names, cells) if name}
                yield page_from_row(source.name + place, row, fields, source.options.max_bytes)
    except (csv.Error, UnreadablePage, OSError) as error:
        message = f"the table is broken here and cannot be read further ({error})"
        yield source.failure(message, f":{records.line_num}")
    finally:
        text.detach()  # the caller closes the file
