"""One page with everything a document can hold, written in every form.

The expected files are beside it. After a change that is meant, write them anew with
`python -m tests.document.test_everything` and read the difference.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.document.builders import whole_page

FOLDER = Path(__file__).with_name("everything")
MAX_TOKENS = 80


def forms() -> dict[str, str]:
    """The content of the page by the name of the file that holds it."""
    content = whole_page((FOLDER / "page.html").read_text("utf-8"))
    rows = [asdict(chunk) for chunk in content.chunks(MAX_TOKENS)]
    return {
        "content.txt": content.text + "\n",
        "content.md": content.markdown,
        "content.html": content.html,
        "chunks.json": json.dumps(rows, ensure_ascii=False, indent=1) + "\n",
    }


@pytest.mark.parametrize("name", ["content.txt", "content.md", "content.html", "chunks.json"])
def test_a_page_with_everything_is_written_as_expected(name: str) -> None:
    assert forms()[name] == (FOLDER / name).read_text("utf-8")


if __name__ == "__main__":
    for name, text in forms().items():
        (FOLDER / name).write_text(text, "utf-8")
