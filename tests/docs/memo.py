"""What a line did before, in another document: the same line on the same files does it again."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.docs.conftest import Done

_WRITES = ("-o", ">")
"""What stands before a file that is written: what was in it makes no difference."""


@dataclass
class Memo:
    """Lines that were run, with how they ended and the files that they made."""

    known: dict[tuple[str, ...], tuple[Done, dict[str, bytes]]] = field(default_factory=dict)

    def run(self, line: str, folder: Path, run: Callable[[str], Done]) -> Done:
        """Run a line in a folder, or do as it did where it was run on the same files before."""
        words = shlex.split(line, comments=True)
        if any("127.0.0.1" in word for word in words):
            return run(line)
        read = (word for before, word in pairwise(["", *words]) if before not in _WRITES)
        key = (*words, *(_digest(folder / word) for word in read))
        if key in self.known:
            done, made = self.known[key]
            for name, content in made.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
            return done
        before = _times(folder)
        done = run(line)
        changed = dict(_times(folder).items() - before.items())
        self.known[key] = done, {name: (folder / name).read_bytes() for name in changed}
        return done


def _digest(path: Path) -> str:
    """Of the file, or of all files of the folder; the same for all that are not there."""
    if path.is_dir():
        files = sorted(path.rglob("*"))
    else:
        files = sorted(path.parent.glob(path.name)) if "*" in path.name else [path]
    total = sha256()
    for file in files:
        if file.is_file():
            total.update(str(file.relative_to(path.parent)).encode() + file.read_bytes())
    return total.hexdigest()


def _times(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file()
    }
