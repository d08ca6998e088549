"""The import contract: who may know whom, and no cycles."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import honbun

if TYPE_CHECKING:
    from collections.abc import Iterator

LAYERS = (
    ("errors", "_core"),
    ("options", "scoring", "union_find", "field_docs"),
    ("text",),
    ("html",),
    ("metadata",),
    ("page",),
    ("runner",),
    ("inputs", "document"),
    ("engines",),
    ("content", "posts", "feeds", "similar", "annotation"),
    ("papers",),
    ("evaluation",),
    ("training",),
    ("api",),
    ("outputs",),
    ("stores",),
    ("web", "integrations"),
    ("reproduction",),
    ("cli",),
)
"""From the bottom up. A package may import lower layers only: not higher ones, not its neighbours.

Imports for types and imports inside functions count like any other.
"""

_HEIGHT = {package: height for height, layer in enumerate(LAYERS) for package in layer}


def test_packages_import_lower_layers_only() -> None:
    assert list(violations(Path(honbun.__file__).parent)) == []


def test_modules_import_each_other_without_cycles() -> None:
    assert cycle(Path(honbun.__file__).parent) == []


def test_every_package_has_a_layer() -> None:
    root = Path(honbun.__file__).parent
    packages = {path.parent.name for path in root.glob("*/__init__.py")}
    modules = {path.stem for path in root.glob("*.py")}
    assert (packages | modules) - {"__init__", "__main__", "demo"} <= set(_HEIGHT)


def test_planted_upward_import_is_found(tmp_path: Path) -> None:
    _write(tmp_path, "html/tree.py", "def f():\n    from honbun.content.model import Content\n")
    assert list(violations(tmp_path)) == ["html.tree imports content.model"]


def test_planted_import_between_neighbours_is_found(tmp_path: Path) -> None:
    _write(
        tmp_path,
        "posts/model.py",
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    from honbun.feeds.model import Item\n",
    )
    assert list(violations(tmp_path)) == ["posts.model imports feeds.model"]


def test_planted_import_of_the_laboratory_is_found(tmp_path: Path) -> None:
    _write(tmp_path, "cli/app.py", "import lab.bench\n")
    assert list(violations(tmp_path)) == ["cli.app imports lab.bench"]


def test_planted_cycle_is_found(tmp_path: Path) -> None:
    _write(tmp_path, "text/a.py", "from honbun.text.b import f\n")
    _write(tmp_path, "text/b.py", "from honbun.text.a import g\n")
    assert set(cycle(tmp_path)) == {"text.a", "text.b"}


def violations(root: Path) -> Iterator[str]:
    """Every import that the contract forbids."""
    for path in sorted(root.rglob("*.py")):
        module = _module(root, path)
        height = _HEIGHT.get(module.partition(".")[0])
        for name in sorted(_imports(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))):
            if name.split(".")[0] in ("lab", "tests"):
                yield f"{module} imports {name}"
            elif name.startswith("honbun.") and height is not None:
                imported = name.removeprefix("honbun.")
                package = imported.partition(".")[0]
                if package != module.partition(".")[0] and _HEIGHT.get(package, -1) >= height:
                    yield f"{module} imports {imported}"


def cycle(root: Path) -> list[str]:
    """Modules that import each other when they are loaded; none where there is no cycle."""
    modules = {_module(root, path): path for path in root.rglob("*.py")}
    graph = {}
    for module, path in modules.items():
        imported = {
            name.removeprefix("honbun.")
            for name in _imports(ast.parse(path.read_text(encoding="utf-8")).body)
        }
        graph[module] = {
            name if name in modules else name.rpartition(".")[0] for name in imported
        } & modules.keys() - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _imports(nodes: Iterator[ast.AST] | list[ast.stmt]) -> set[str]:
    """The full names that import statements among these nodes load."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(
                f"{node.module}.{alias.name}" if alias.name.islower() else node.module
                for alias in node.names
            )
    return names


def _module(root: Path, path: Path) -> str:
    name = ".".join(path.relative_to(root).with_suffix("").parts)
    return name.removesuffix(".__init__")


def _write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
