"""What the documents say exists: commands, options, Python names, links, and pages in the menu."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.main import get_command

import honbun
from honbun.cli.app import app
from honbun.cli.suggestions import is_input

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])
# The changelog names commands and options of the past.
CHECKED = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]

_BLOCK = re.compile(r"(?ms)^ *```(\w*)[^\n]*\n(.*?)^ *```")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", CHECKED, ids=_name)
def test_commands_and_options_exist(path: Path) -> None:
    assert [line for line in commands(path) if (problem(line))] == []


@pytest.mark.parametrize("path", CHECKED, ids=_name)
def test_python_compiles_and_its_names_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for language, block in _BLOCK.findall(text):
        if language == "python":
            tree = ast.parse(block)
            names = {
                node.attr
                for node in ast.walk(tree)
                if isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "honbun"
            }
            assert {name for name in names if not hasattr(honbun, name)} == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=_name)
def test_links_lead_to_a_file_and_heading(path: Path) -> None:
    text = _BLOCK.sub("", path.read_text(encoding="utf-8"))
    assert [link for link in _LINK.findall(text) if not leads_somewhere(path, link)] == []


def test_menu_names_every_page_once() -> None:
    _, menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")
    pages = [ROOT / "docs" / page for page in re.findall(r"(?m): ([\w/.-]+\.md)$", menu)]
    assert sorted(pages) == sorted((ROOT / "docs").rglob("*.md"))


@pytest.mark.parametrize(
    "line",
    [
        "honbun extrac crawl/",
        "honbun extract crawl/ --no-such-option",
        "honbun labels list --engine spark",
    ],
)
def test_unknown_command_or_option_is_found(line: str) -> None:
    assert problem(line)


@pytest.mark.parametrize("link", ["no-such-page.md", "README.md#no-such-heading"])
def test_broken_link_is_found(link: str) -> None:
    assert not leads_somewhere(ROOT / "README.md", link)


def commands(path: Path) -> Iterator[str]:
    """Every `honbun` command of the document's shell blocks, each on one line."""
    for language, block in _BLOCK.findall(path.read_text(encoding="utf-8")):
        if language not in ("sh", "console", "bash"):
            continue
        for line in block.replace("\\\n", " ").splitlines():
            text = line.strip()
            if language == "console":
                text = text.removeprefix("$ ") if text.startswith("$ ") else ""
            for part in re.split(r"\s(?:\||&&|;)\s", text):
                if part.strip().startswith("honbun "):
                    yield part.strip()


def problem(line: str) -> str | None:
    """Why a command line cannot be right; None if its command and options exist."""
    words = shlex.split(line, comments=True)[1:]
    command: Any = _root()
    if words and words[0] not in command.commands and is_input(words[0]):
        words.insert(0, "page")
    while words and hasattr(command, "commands"):
        if words[0].startswith("-"):
            break
        if words[0] not in command.commands:
            return f"no command {words[0]}"
        command = command.commands[words.pop(0)]
    known = {
        name
        for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts)
    } | {"--help", "--version"}
    for word in words:
        option = word.split("=")[0]
        if option.startswith("-") and option != "-" and option not in known:
            return f"no option {option}"
    return None


def leads_somewhere(path: Path, link: str) -> bool:
    """Whether a link is external, or names a file and a heading that exist."""
    if re.match(r"[a-z]+:", link):
        return True
    name, _, anchor = link.partition("#")
    target = (path.parent / name).resolve() if name else path
    if not target.exists():
        return False
    return not anchor or anchor in _anchors(target)


@cache
def _root() -> Any:
    return get_command(app)


@cache
def _anchors(path: Path) -> frozenset[str]:
    headings = re.findall(r"(?m)^#+ (.+)$", path.read_text(encoding="utf-8"))
    return frozenset(
        re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).strip().replace(" ", "-")
        for heading in headings
    )
