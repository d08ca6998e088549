"""A safety net for work that must not change any output.

    python -m lab.golden record FILE [--full] [--keep DIR]
    python -m lab.golden compare FILE [--full]

`record` runs every command of `lab.golden_cases` and writes a digest of what each gave: what it
printed, the files it wrote with their names, and its exit status. `compare` runs them again, names
those that give something else, and ends with status 1 if there are any. With `--keep` the outputs
themselves are stored too, and `compare` puts those that differ beside them (`NAME.now`).

Commands run in processes forked from this one, in which the libraries are loaded already but hardly
a module of honbun: that takes a third of the time that new interpreters would. Which honbun is run
is a matter of PYTHONPATH.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatch
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab import golden_cases, golden_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

PRELOADED = (
    "numpy pandas orjson xxhash turbohtml typer rich.console rich.progress pyarrow.parquet duckdb"
    " ibis.backends.duckdb sqlglot sqlglot.dialects.duckdb publicsuffixlist jinja2 sqlite3"
    " pyarrow.pandas_compat"
    " ibis.formats.pyarrow pyarrow_hotfix turbohtml.detect xml.etree.ElementTree mimetypes"
    " multiprocessing.connection multiprocessing.forkserver xml.sax.saxutils"
).split()
"""What takes long to load and is not ours."""
MOST_SECONDS = 900
"""Of a processor: what takes longer hangs."""
LONGEST_WAIT = 7200
"""By the clock, which tells little on a busy machine."""
_FACTS = re.compile(r"(?s)<dt>(command|honbun|Python|begun|took)</dt>\s*<dd>.*?</dd>")


@dataclass(frozen=True)
class Result:
    """What one case gave."""

    outputs: dict[str, bytes]
    status: list[int]
    seconds: float
    """Of processors: on a busy machine the clock tells little."""

    def digest(self) -> str:
        whole = hashlib.sha256()
        for name, content in sorted(self.outputs.items()):
            whole.update(f"{name}\0{len(content)}\0".encode())
            whole.update(content)
        return whole.hexdigest()

    def record(self) -> dict[str, Any]:
        return {
            "sha256": self.digest(),
            "status": self.status,
            "seconds": round(self.seconds, 1),
            "parts": {name: _short(content) for name, content in sorted(self.outputs.items())},
        }


class Stage:
    """A temporary folder with all pages, and one folder for each case."""

    def __init__(self, root: Path, *, full: bool) -> None:
        self.root = root
        self._inputs = root / "inputs"
        source = golden_pages.shared()
        self.absent = golden_pages.lay_out(self._inputs, source, full=full)
        if self.absent:
            _say(f"not in {source}, so their cases are left out: {', '.join(self.absent)}")

    def lacks(self, line: str) -> bool:
        """Whether a command line wants pages that are not here."""
        return any(re.search(rf"\b(data|all)/{name}\b", line) for name in self.absent)

    def folder(self, name: str) -> Path:
        """A new folder to run a case in."""
        folder = self.root / name
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "out").mkdir(parents=True)
        for given in ("demo", "data", "all"):
            (folder / given).symlink_to(self._inputs / given)
        return folder

    def result(self, folder: Path, seconds: float) -> Result:
        """What a case has left in its folder, which goes."""
        found = [*folder.glob("stdout-*"), *(folder / "out").rglob("*")]
        outputs = {
            str(path.relative_to(folder)): self._normal(path.read_bytes())
            for path in found
            if path.is_file()
        }
        statuses = folder / "status"
        status = [int(line) for line in statuses.read_text().split()] if statuses.exists() else []
        shutil.rmtree(folder)
        return Result(outputs, status, seconds)

    def _normal(self, content: bytes) -> bytes:
        """An output without what differs from run to run: places, today, facts about the run."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return content
        text = text.replace(str(self.root), "ROOT")
        text = text.replace(datetime.now(UTC).date().isoformat(), "TODAY")
        return _FACTS.sub(r"<dt>\1</dt><dd></dd>", text).encode()


def run_all(cases: Mapping[str, str], stage: Stage, jobs: int) -> Iterator[tuple[str, Result]]:
    """Run all cases, some at a time; results come as they are ready."""
    waiting = list(cases.items())[::-1]
    running: dict[int, tuple[str, Path]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            name, line = waiting.pop()
            folder = stage.folder(name)
            child = _fork(partial(_run_steps, line, folder))
            running[child] = (name, folder)
        child, _, usage = os.wait4(-1, 0)
        name, folder = running.pop(child)
        yield name, stage.result(folder, usage.ru_utime + usage.ru_stime)


def _run_steps(line: str, folder: Path) -> int:
    """The steps of a case, in as many processes as the line asks for."""
    os.chdir(folder)
    for number, steps in enumerate(_steps(line), 1):
        child = _fork(partial(_run_together, number, steps))
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended:
            _note(ended)
    return 0


def _steps(line: str) -> list[list[list[str]]]:
    """The steps of each process.

    >>> _steps("posts a -q ; feed - < b + feed c")
    [[['posts', 'a', '-q']], [['feed', '-', '<', 'b'], ['feed', 'c']]]
    """
    processes: list[list[list[str]]] = [[[]]]
    for word in shlex.split(line):
        if word == ";":
            processes.append([[]])
        elif word == "+":
            processes[-1].append([])
        else:
            processes[-1][-1].append(word)
    return processes


def _run_together(process: int, steps: list[list[str]]) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    signal.alarm(LONGEST_WAIT)
    for number, step in enumerate(steps, 1):
        _redirect(step[-1] if "<" in step else "/dev/null", f"{process}-{number}")
        _note(_run_step(step[: step.index("<")] if "<" in step else step))
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


def _redirect(given: str, name: str) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for descriptor, opened in (
        (0, os.open(given, os.O_RDONLY)),
        (1, os.open(f"stdout-{name}", flags)),
        (2, os.open(f"stderr-{name}", flags)),
    ):
        os.dup2(opened, descriptor)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _run_step(step: list[str]) -> int:
    try:
        if step[0] == "api":
            golden_cases.api(*step[1:])
        else:
            sys.argv = ["honbun", *step]
            golden_cases.command()()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


def _note(status: int) -> None:
    """Add an exit status to those of the case."""
    with Path("status").open("a") as file:
        file.write(f"{status}\n")


def _fork(work: Callable[[], int]) -> int:
    """Begin something in a process of its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    if child := os.fork():
        return child
    status = 70
    try:
        status = work()
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def record(file: Path, cases: Mapping[str, str], stage: Stage, args: argparse.Namespace) -> int:
    """Write what all cases give now; `--only` and `--missing` keep what the record has."""
    keep = args.keep.resolve() if args.keep else None
    old = json.loads(file.read_text()) if (args.only or args.missing) and file.exists() else {}
    if keep is None and old.get("keep"):
        keep = Path(old["keep"])
    found: dict[str, dict[str, Any]] = old.get("cases", {})
    if args.missing:
        cases = {name: line for name, line in cases.items() if name not in found}
    unsteady = 0
    for name, result in run_all(cases, stage, args.jobs):
        if keep:
            _store(result, keep / name)
        found[name] = result.record()
        _write(file, keep, found)  # each time: a run that is ended goes on with --missing
    if args.twice:
        for name, again in run_all(cases, stage, args.jobs):
            if not _same(found[name], now := again.record()):
                unsteady += 1
                print(f"not the same twice: {name}: {_differing(found[name], now)}")
                if keep:
                    _store(again, keep / f"{name}.now")
    print(f"{len(cases)} cases recorded in {file}")
    return 1 if unsteady else 0


def _write(file: Path, keep: Path | None, cases: Mapping[str, object]) -> None:
    record = {"keep": str(keep) if keep else None, "cases": dict(sorted(cases.items()))}
    new = file.with_name(f"{file.name}.new")
    new.write_text(json.dumps(record, indent=1) + "\n")
    new.replace(file)


def compare(file: Path, cases: Mapping[str, str], stage: Stage, args: argparse.Namespace) -> int:
    """Tell which cases give something else than the record says."""
    recorded = json.loads(file.read_text())
    keep = Path(recorded["keep"]) if recorded["keep"] else None
    before = recorded["cases"]
    for name in [name for name in cases if name not in before]:
        print(f"not recorded: {name}")
    known = {name: line for name, line in cases.items() if name in before}
    # The longest first, so that none is left running alone at the end.
    known = dict(sorted(known.items(), key=lambda case: -before[case[0]]["seconds"]))
    differing = 0
    for name, result in run_all(known, stage, args.jobs):
        if keep:
            shutil.rmtree(keep / f"{name}.now", ignore_errors=True)
        now = result.record()
        if _same(before[name], now):
            continue
        differing += 1
        print(f"differs: {name}: {_differing(before[name], now)}")
        if keep:
            _store(result, keep / f"{name}.now")
            print(f"    diff -r {keep / name} {keep / f'{name}.now'}")
        sys.stdout.flush()
    print(f"{len(known)} cases compared with {file}, {differing} differ")
    return 1 if differing else 0


def _differing(a: Mapping[str, Any], b: Mapping[str, Any]) -> str:
    """Which outputs are not the same, in words."""
    names = sorted({*a["parts"], *b["parts"]})
    wrong = [name for name in names if a["parts"].get(name) != b["parts"].get(name)]
    summary = ", ".join(wrong[:6]) + (f" and {len(wrong) - 6} more" if len(wrong) > 6 else "")
    if a["status"] != b["status"]:
        summary += f" (status {a['status']} is now {b['status']})"
    return summary


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _same(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    return (a["sha256"], a["status"]) == (b["sha256"], b["status"])


def _store(result: Result, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in result.outputs.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _cases(*, full: bool, only: Iterable[str]) -> dict[str, str]:
    every = {**(golden_cases.FULL if full else {}), **golden_cases.QUICK}  # the long ones first
    return {
        name: line
        for name, line in every.items()
        if not only or any(fnmatch(name, pattern) for pattern in only)
    }


def _say(message: str) -> None:
    sys.stderr.write(f"{message}\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.golden", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("task", choices=("record", "compare"))
    parser.add_argument("file", type=Path, help="the record, a JSON file")
    parser.add_argument("--full", action="store_true", help="also all of the shared data")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="record: store the outputs too")
    parser.add_argument("--twice", action="store_true", help="record: name what is not the same")
    parser.add_argument("--missing", action="store_true", help="record: only what FILE lacks")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATTERN",
        help="cases by name, such as feed-*",
    )
    parser.add_argument("--jobs", type=int, default=2, help="cases that run at a time")
    return parser.parse_args()


def _settle() -> None:
    """The same width, colours and time zone in whatever shell; and honbun is compiled once."""
    for name in ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "PYTHONDONTWRITEBYTECODE"):
        os.environ.pop(name, None)
    sys.dont_write_bytecode = False
    os.environ["TZ"] = "UTC"
    time.tzset()


def main() -> None:
    args = _arguments()
    _settle()
    for name in PRELOADED:
        with suppress(ImportError):  # an extra that is not installed: its cases tell it
            import_module(name)
    golden_cases.command()
    print(f"honbun at {Path(sys.modules['honbun'].__file__ or '').parent}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="golden-") as root:
        stage = Stage(Path(root).resolve(), full=args.full)
        chosen = _cases(full=args.full, only=args.only)
        cases = {name: line for name, line in chosen.items() if not stage.lacks(line)}
        task = record if args.task == "record" else compare
        status = task(args.file, cases, stage, args)
    spent = os.times()
    busy = spent.user + spent.system + spent.children_user + spent.children_system
    print(f"{time.monotonic() - began:.0f} s, {busy:.0f} s of processors")
    sys.exit(status)


if __name__ == "__main__":
    main()
