"""Options and commands that the documentation names exist."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import honbun
from tests.docs.book import ROOT, document, documents
from tests.docs.lines import SHELL, commands

if TYPE_CHECKING:
    from tests.docs.book import Document

_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]")
_COMMAND = re.compile(r"\bhonbun ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)")
_OF_OTHERS = {
    "--recursive": "wget",
    "--level": "wget",
    "--warc-file": "wget",
    "--large": "python -m benchmarks",
    "--name": "the signature of a post",
}
"""Options that are none of ours."""


@cache
def _known() -> dict[str, frozenset[str]]:
    """The options of every command, by its words after `honbun`."""
    hook = _hook()
    return {
        " ".join(words[1:]): frozenset({"--help", "--version", *hook.options(command)})
        for words, command in hook.commands()
    }


def _hook() -> Any:
    """The hook of the site that writes the reference; it is no module of a package."""
    path = ROOT / "docs" / "hooks" / "commands.py"
    spec = importlib.util.spec_from_file_location("docs_commands", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _command(words: str) -> str | None:
    """The command that two words begin with: `labels list`, `extract pages`."""
    first, _, _ = words.partition(" ")
    groups = {name.partition(" ")[0] for name in _known() if " " in name}
    return next((name for name in (words, first) if name in (*_known(), *groups)), None)


def _said(text: str) -> list[tuple[str, set[str]]]:
    """Each command that a text names, and the options between it and the next."""
    found = list(_COMMAND.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    return [
        (match[1], set(_OPTION.findall(text[match.end() : end]))) for match, end in zip(found, ends)
    ]


def _code(one: Document) -> list[str]:
    """Code with commands in it, each on one line: that of sentences, and that of blocks."""
    shell = [c.line for b in one.blocks if b.language in SHELL for c in commands(b)]
    forms = [
        " ".join(form.split())
        for block in one.blocks
        if block.language == "text"
        for form in re.split(r"\n(?=\S)", block.text)
    ]
    return [*one.spans, *shell, *forms]


@pytest.mark.parametrize("name", [one.name for one in documents()])
def test_commands_have_the_options_that_stand_beside_them(name: str) -> None:
    wrong = []
    for code in _code(document(name)):
        if not code.startswith("honbun "):
            continue
        for words, options in _said(code.partition(" #")[0]):
            command = _command(words)
            if command is None:
                wrong.append(f"no command: {code}")
            elif command in _known() and (unknown := options - _known()[command]):
                wrong.append(f"{command} has no {', '.join(sorted(unknown))}: {code}")
    assert wrong == []


@pytest.mark.parametrize("name", [one.name for one in documents()])
def test_an_option_in_a_sentence_is_one_of_some_command(name: str) -> None:
    known = set().union(*_known().values())
    said = {option for span in document(name).spans for option in _OPTION.findall(span)}
    assert sorted(said - known - set(_OF_OTHERS)) == []


def test_make_knows_the_targets_that_are_named() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([a-z-]+):", makefile))
    named = {
        target
        for one in documents()
        for code in _code(one)
        for target in re.findall(r"(?:^|\s)make ([a-z][a-z-]*)", code)
    }
    assert named <= targets
    assert "docs" in targets


def test_extras_that_are_named_can_be_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {
        extra
        for one in documents()
        for code in _code(one)
        for extras in re.findall(r"pip install .*\[([\w,]+)\]", code)
        for extra in extras.split(",")
    }
    assert named <= set(project["optional-dependencies"])
    assert named >= {"all", "web", "spark"}


def test_the_reference_has_every_command_and_option() -> None:
    page = "\n".join(_hook().reference())
    for command, options in _known().items():
        assert f"## honbun {command}\n" in page
        for option in options - {"--version"}:
            assert option in page


def test_the_reference_has_every_public_name() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?m)^::: honbun\.(\w+)$", page))
    assert named == set(honbun.__all__) - {"__version__"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("honbun extract a/ --nothing", [("extract a", {"--nothing"})]),
        ("honbun labels list FILE --json", [("labels list", {"--json"})]),
        ("curl x | honbun extract - --alone", [("extract", {"--alone"})]),
    ],
)
def test_options_are_told_from_the_rest(text: str, said: list[tuple[str, set[str]]]) -> None:
    assert _said(text) == said
