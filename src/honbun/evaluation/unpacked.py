"""Unpacked: a folder of sites that came as a ZIP file, for as long as it is read.

The file may be anybody's. Only what the format has is unpacked, under names that stay inside a
temporary folder, as plain files (a link becomes a file with its target as text), and no more than
a collection may well have.
"""

from __future__ import annotations

import lzma
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from honbun.errors import TruthError

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_FILES = 200_000
_MOST_BYTES = 4_000_000_000
"""Of all files, unpacked: pages are gzip inside, and our 28 development sites have 32 MB."""

_BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, ValueError, RuntimeError)
"""RuntimeError is for a password that is needed, and for compression that is not known."""


def is_archive(path: Path) -> bool:
    """Whether a path names a ZIP file."""
    return path.suffix.lower() == ".zip" and path.is_file()


@contextmanager
def site_folder(path: Path) -> Iterator[Path]:
    """A folder of sites: the path itself, or what a ZIP file holds, which is gone afterwards.

    Raises TruthError for a file that is no ZIP file, or not one of sites.
    """
    if not is_archive(path):
        yield path
        return
    with TemporaryDirectory(prefix="honbun-") as name:
        folder = Path(name)
        _unpack(path, folder)
        try:
            yield folder
        except TruthError as error:  # the folder means nothing to who named the file
            raise TruthError(str(error).replace(name, str(path))) from error


def _unpack(path: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            wanted = [info for info in archive.infolist() if _is_of_site(info.filename)]
            # No more than an entry's size is unpacked, whatever follows in the file.
            size = sum(info.file_size for info in wanted)
            if len(wanted) > _MOST_FILES or size > _MOST_BYTES:
                raise TruthError(f"{path}: it is too large: unzip it, and name the folder")
            for info in wanted:
                archive.extract(info, folder)
    # RuntimeError: a password is needed, or a compression is not known. ValueError: names.
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        EOFError,
        RuntimeError,
        ValueError,
    ) as error:
        raise TruthError(f"{path}: the ZIP file cannot be read ({error})") from error
    except OSError as error:
        raise TruthError(f"{path}: it cannot be unpacked ({error.strerror or error})") from error


def _is_of_site(name: str) -> bool:
    """Whether a name in a ZIP file is one of the format, with or without a folder for the site.

    >>> _is_of_site("a/site.json"), _is_of_site("site.json"), _is_of_site("a/pages/1.html.gz")
    (True, True, True)
    >>> _is_of_site("a/../site.json"), _is_of_site("/pages/x"), _is_of_site("a/notes.txt")
    (False, False, False)
    """
    match PurePosixPath(name).parts:
        case ("site.json",) | ("pages", _) | (_, "site.json") | (_, "pages", _):
            return not {"/", ".."} & set(PurePosixPath(name).parts) and not name.endswith("/")
        case _:
            return False
