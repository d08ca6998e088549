"""Source: what a reader reads, with all that is known of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.errors import NOTE, SKIP, Failure

if TYPE_CHECKING:
    from pathlib import PurePath
    from typing import BinaryIO

    from honbun.inputs.fetch.pages import PageFetcher
    from honbun.inputs.options import ReadOptions


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read: its bytes, its name, and how to read it."""

    file: BinaryIO
    """Opened, at its beginning."""
    head: bytes
    """Its first bytes."""
    name: str
    """The source of its pages, for people."""
    relative: PurePath
    """Its path in the input folder, or its name."""
    options: ReadOptions
    folder: str = ""
    """The name of the input folder."""
    promised: bool = True
    """Whether it should hold pages: it was named by the user, or its ending says so."""
    fetch: PageFetcher | None = None
    """Fetches the pages that a list names; None without `--fetch`."""

    def failure(self, message: str, place: str = "", url: str | None = None) -> Failure:
        """The Failure of a page of this file."""
        return Failure(self.name + place, url, "read", message)

    def refused(self, reason: str) -> Failure:
        """A file without pages: a failure if it should have some, else skipped."""
        return Failure(self.name, None, "read" if self.promised else SKIP, reason)

    def skipped(self, reason: str, place: str = "") -> Failure:
        """A part of the file that is not a page."""
        return Failure(self.name + place, None, SKIP, reason)

    def note(self, message: str) -> Failure:
        """A message about the file."""
        return Failure(self.name, None, NOTE, message)

    def inside(self, file: BinaryIO, name: str, relative: PurePath, *, promised: bool) -> Source:
        """A file that is stored in this one."""
        return replace(
            self,
            file=file,
            head=b"",
            name=f"{self.name}!{name}",
            relative=relative,
            folder="",
            promised=promised,
        )
