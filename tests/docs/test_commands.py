"""Every command and every piece of Python in the documentation does what it says."""

from __future__ import annotations

import re
import shlex
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.docs.book import document, documents
from tests.docs.lines import SHELL, agrees, commands
from tests.docs.unrun import reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.docs.book import Block, Document
    from tests.docs.conftest import Shell
    from tests.docs.lines import Command
    from tests.docs.memo import Memo

_LANGUAGES = {*SHELL, "python", "text", "xml", "toml", "json", "markdown"}
_SERVERS = re.compile(r"honbun (serve|annotate)\b")
_TRANSLATED = "README.ja.md"
_RUNNING = [
    one.name
    for one in documents()
    if any(block.language in (*SHELL, "python") for block in one.blocks) and one.name != _TRANSLATED
]


@pytest.mark.parametrize("name", [one.name for one in documents()])
def test_every_block_of_code_says_its_language(name: str) -> None:
    """What says none would not be run."""
    found = document(name)
    assert found.indented == []
    assert {block.language for block in found.blocks} <= _LANGUAGES


@pytest.mark.parametrize("name", _RUNNING)
def test_commands_and_python_run(name: str, shell: Shell, memo: Memo) -> None:
    failures = _Trial(document(name), shell, memo).failures()
    assert not failures, "\n\n".join(failures)


def test_the_translation_has_commands_and_python_of_the_original() -> None:
    """What was run there need not be run again."""
    original, translated = document("README.md"), document(_TRANSLATED)
    assert _said(translated) <= _said(original)


def _said(readme: Document) -> set[str]:
    """Commands without their comments, and pieces of Python."""
    python = {block.text for block in readme.blocks if block.language == "python"}
    shell = [block for block in readme.blocks if block.language in SHELL]
    lines = {shlex.join(command.words) for block in shell for command in commands(block)}
    return python | lines


class _Trial:
    """A document, tried from top to bottom in one folder."""

    def __init__(self, tried: Document, shell: Shell, memo: Memo) -> None:
        self._document = tried
        self._shell = shell
        self._memo = memo

    def failures(self) -> list[str]:
        """What went wrong, with the line that it stands in."""
        found = [told for block in self._document.blocks for told in self._block(block)]
        return [*found, *self._python()]

    def _block(self, block: Block) -> Iterator[str]:
        if block.language not in SHELL:
            return
        with ExitStack() as servers:
            for command in commands(block):
                if not reason(command.words) and (told := self._try(command, servers)):
                    yield f"{self._document.name}:{command.number}: {command.line}\n{told}"

    def _try(self, command: Command, servers: ExitStack) -> str | None:
        """None where all is well; else what is not."""
        if not _SERVERS.match(command.line):
            return self._run(command)
        servers.close()  # one at a time listens there
        try:
            servers.enter_context(self._shell.serving(command.line.split(" #")[0]))
        except AssertionError as error:
            return str(error)
        healthy = self._shell.run("curl -s http://127.0.0.1:8710/healthz")
        return None if healthy.status == 0 else f"/healthz: {healthy}"

    def _run(self, command: Command) -> str | None:
        done = self._memo.run(command.line, self._shell.folder, self._shell.run)
        if done.status != 0:
            return f"status {done.status}: {done.err[-2000:]}"
        printed = re.sub(r"(?m)[ ]+$", "", done.out)
        if command.output is not None and not agrees(command.output, printed):
            return f"it is shown to print:\n{command.output}\nbut prints:\n{printed}"
        return None

    def _python(self) -> list[str]:
        """Run all Python as one program, on the lines it has in the document."""
        program: list[str] = []
        for block in self._document.blocks:
            if block.language == "python":
                program += [""] * (block.line - 1 - len(program)) + block.text.splitlines()
        if not program:
            return []
        script = self._shell.folder / f"{self._document.path.stem}.py"
        script.write_text("\n".join(program), encoding="utf-8")
        done = self._shell.run(f"python {script.name}")
        return [f"{self._document.name}: {done.err}"] if done.status else []
