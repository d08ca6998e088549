"""Public names exist, are imported on first use, and load no paper by default."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

import honbun

NAMES = """
    read extract extract_page posts feed similar to_arrow
    Page Content Document Chunk Block Comment BlockDecision Thread Post Feed ItemList Item Pair
    Failure Role Extent Relation
    ReadOptions ContentOptions DocumentOptions PostsOptions FeedOptions SimilarOptions Run Limits
    SiteMemory Journal HonbunError UnreadablePage __version__
""".split()
USE = """
import json, sys
import honbun
page = honbun.Page("<ul><li><a href=/1>One item</a><li><a href=/2>Another item</a></ul><p>Text.")
list(honbun.extract([page, page]))
list(honbun.extract([page], alone=True))
list(honbun.posts([page]))
honbun.feed(page)
list(honbun.similar([page, page]))
print(json.dumps([name for name in sys.modules if name.startswith("honbun.papers")]))
"""


def run(code: str) -> Any:
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    return json.loads(found)


def test_public_names_are_those_of_the_documentation() -> None:
    assert sorted(honbun.__all__) == sorted(NAMES)
    assert set(NAMES) <= set(dir(honbun))
    for name in NAMES:
        assert getattr(honbun, name) is not None


def test_subpackages_do_not_hide_functions_of_the_same_name() -> None:
    from honbun.posts import pipeline  # noqa: F401
    from honbun.similar import model  # noqa: F401

    assert list(honbun.posts([])) == []
    assert list(honbun.similar([])) == []


def test_an_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = honbun.nothing


def test_importing_honbun_loads_no_library() -> None:
    heavy = ["numpy", "turbohtml", "typer", "rich", "httpx", "pyarrow", "fastwarc", "matplotlib"]
    code = f"import sys, json, honbun; print(json.dumps([n for n in {heavy} if n in sys.modules]))"
    assert run(code) == []


def test_extract_loads_no_table_engine() -> None:
    code = "import sys, json; from honbun import extract; print(json.dumps('ibis' in sys.modules))"
    assert run(code) is False


def test_the_default_methods_load_nothing_of_the_papers() -> None:
    assert run(USE) == []


def test_package_is_pickled_by_its_name() -> None:
    """Hugging Face datasets pickle functions together with the modules that they use."""
    assert pickle.loads(pickle.dumps(honbun)) is honbun
