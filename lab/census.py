"""How large the code is, and how much of it a command crosses.

    python -m lab.census [--trace]

Prints a Markdown table of files, lines, packages and records. With `--trace` also through how many
files and functions of honbun three commands go, and what importing it costs. Which honbun is
counted is a matter of PYTHONPATH; tests and benchmarks are those beside it.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import io
import multiprocessing
import os
import shlex
import subprocess
import sys
import tempfile
import threading
import tokenize
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from lab.golden_cases import HERE, ONE, command

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import CodeType, FrameType

TRACED = {
    "extract": f"extract sites/fernhill -o OUT.jsonl {ONE}",
    "feed": f"feed lists/kawabe.html -o OUT.xml {HERE}",
    "similar": f"similar sites -o OUT.jsonl {ONE}",
}
"""Commands by name; they run in the folder of the bundled pages."""
IMPORTED = ("honbun", "honbun.cli.app")
_SILENT = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    | {tokenize.ENCODING, tokenize.ENDMARKER}
)


@dataclass(frozen=True)
class Size:
    """What some folders hold."""

    files: int = 0
    lines: int = 0
    code: int = 0
    """Lines that are neither empty, nor comments or docstrings only."""
    packages: int = 0
    classes: int = 0
    records: int = 0
    """Classes that are dataclasses or named tuples."""
    functions: int = 0

    @classmethod
    def of(cls, folders: Iterable[Path]) -> Size:
        paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
        sources = [path.read_text("utf-8") for path in paths]
        nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        return cls(
            files=len(paths),
            lines=sum(len(source.splitlines()) for source in sources),
            code=sum(map(code_lines, sources)),
            packages=sum(path.name == "__init__.py" for path in paths),
            classes=len(classes),
            records=sum(map(is_record, classes)),
            functions=sum(isinstance(node, functions) for node in nodes),
        )


def code_lines(source: str) -> int:
    """How many lines of a source are code.

    >>> code_lines('"About it."\\n\\n# because\\na = [\\n    1,\\n]  # one\\n')
    3
    """
    numbers: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _SILENT:
            numbers.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str):
            # A docstring, of a value too.
            numbers.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(numbers)


def is_record(node: ast.ClassDef) -> bool:
    """Whether a class is a dataclass or a named tuple."""
    made_by = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return "dataclass" in map(_name, made_by) or "NamedTuple" in map(_name, node.bases)


def _name(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def crossed(line: str) -> tuple[int, int, int]:
    """Through how many files and functions of honbun a command goes when it runs again.

    Lambdas and comprehensions are functions to Python: the last number leaves them out.
    """
    run = command()
    found: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found.add(frame.f_code)

    with tempfile.TemporaryDirectory() as folder, as_file(files("honbun.demo")) as bundled:
        os.chdir(bundled)
        sys.argv = ["honbun", *shlex.split(line.replace("OUT", f"{folder}/out"))]
        _to_its_end(run)
        threading.setprofile(note)
        sys.setprofile(note)
        _to_its_end(run)
        sys.setprofile(None)
        threading.setprofile(None)
    # Bodies of modules and classes are not optimized, functions are.
    ours = [
        code
        for code in found
        if code.co_filename.startswith(f"{package()}{os.sep}")
        and code.co_flags & inspect.CO_OPTIMIZED
    ]
    named = [code for code in ours if not code.co_name.startswith("<")]
    return len({code.co_filename for code in ours}), len(ours), len(named)


def _to_its_end(run: object) -> None:
    assert callable(run)
    with suppress(SystemExit):
        run()


def import_seconds(name: str) -> float:
    """Processor time of an import, the least of five."""
    program = f"import time; a = time.process_time(); import {name}; print(time.process_time() - a)"
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", program]
    return min(
        float(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)
        for _ in range(5)
    )


def package() -> Path:
    """The folder of the package honbun."""
    found = find_spec("honbun")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def table(header: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Rows as a Markdown table, of which all columns but the first are numbers."""
    ruled = ["---", *["---:"] * (len(header) - 1)]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (header, ruled, *rows))


def sizes() -> str:
    root = package().parent.parent
    rooms = {
        "src/honbun": [package()],
        "lab + benchmarks": [root / "lab", root / "benchmarks"],
        "tests": [root / "tests"],
    }
    rows = [
        (name, s.files, s.lines, s.code, s.packages, s.classes, s.records, s.functions)
        for name, s in ((name, Size.of(folders)) for name, folders in rooms.items())
    ]
    header = ("", "files", "lines", "code lines", "packages", "classes", "records", "functions")
    return table(header, rows)


def traces() -> str:
    """Each command in a new process, so that none finds what another has loaded."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawn, max_tasks_per_child=1) as pool:
        found = pool.map(crossed, TRACED.values())
        rows = [(name, *counts) for name, counts in zip(TRACED, found)]
    return table(("command", "files crossed", "functions crossed", "named ones"), rows)


def imports() -> str:
    rows = [(f"`import {name}`", f"{1000 * import_seconds(name):.0f}") for name in IMPORTED]
    return table(("", "ms of processor"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lab.census", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--trace", action="store_true", help="also what commands cross")
    args = parser.parse_args()
    print(sizes())
    if args.trace:
        print(f"\n{traces()}\n\n{imports()}")


if __name__ == "__main__":
    main()
