"""Docstrings of fields in `help()`.

A field is explained by the string below it, which Python does not keep. It is read from the source
when somebody asks for the docstring of the class.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from itertools import pairwise
from typing import TypeVar

Class = TypeVar("Class", bound=type)


class _ClassDoc:
    """A docstring that is completed when it is read."""

    def __init__(self, summary: str) -> None:
        self._summary = summary

    def __get__(self, instance: object, owner: type) -> str:
        fields = [f"{name}: {text}" for name, text in _field_docs(owner).items()]
        return "\n".join([self._summary, *(["", "Fields:", *fields] if fields else [])])


def explain_fields(cls: Class) -> Class:
    """Make `help()` of a class explain its fields."""
    type.__setattr__(cls, "__doc__", _ClassDoc(inspect.cleandoc(cls.__doc__ or "")))
    return cls


def _field_docs(cls: type) -> dict[str, str]:
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except (OSError, SyntaxError, ValueError):  # without its source
        return {}
    found = {}
    for field, below in pairwise(tree.body if isinstance(tree, ast.ClassDef) else ()):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        ):
            found[field.target.id] = " ".join(below.value.value.split())
    return found
