from __future__ import annotations

import pydoc
from dataclasses import fields, is_dataclass

import pytest

import honbun
from honbun import Block, BlockDecision, Chunk, Comment, Content, Document


@pytest.mark.parametrize("cls", [Content, Document, Chunk, Block, BlockDecision, Comment])
def test_help_explains_every_field(cls: type) -> None:
    names = [one.name for one in fields(cls)] if is_dataclass(cls) else list(cls._fields)  # type: ignore[attr-defined]
    shown = pydoc.plain(pydoc.render_doc(cls))
    explained = [line.strip(" |") for line in shown.splitlines()]
    for name in names:
        assert any(line.startswith(f"{name}: ") and line.endswith(".") for line in explained), name


def test_a_class_without_source_keeps_its_docstring() -> None:
    from honbun.field_docs import explain_fields

    assert explain_fields(type("Point", (), {"__doc__": "A point."})).__doc__ == "A point."


def test_the_docstring_of_a_result_is_that_of_its_class() -> None:
    content = honbun.extract_page("<p>a")
    assert str(content.__doc__).startswith("The main content of one page, and its metadata.\n")
