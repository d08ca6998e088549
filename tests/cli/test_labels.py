"""`honbun labels`, and `honbun eval content` on what was annotated."""

from __future__ import annotations

import csv
import gzip
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.model import TRUTH, Kind, State, digest
from honbun.stores.labels import Labels
from tests.evaluation.boats import KINDS, add_labels, labels_of, page
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

NO_FIGURE = {text: kind for text, kind in KINDS.items() if kind is not Kind.FIGURE}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "boats.labels"
    with Labels(path) as labels:
        add_labels(labels, "Ann", page(1))
        add_labels(labels, "Ann", page(2), state=State.UNSURE)
        add_labels(labels, "Bob", page(1), NO_FIGURE)
        add_labels(labels, TRUTH, page(1))
    return path


def test_list_shows_the_labels_of_each_annotator(honbun: Command, file: Path) -> None:
    done = honbun("labels", "list", file)
    assert done.out.decode().splitlines() == [
        "| annotator | begun | done | unsure | skipped |",
        "| --------- | ----: | ---: | -----: | ------: |",
        "| Ann       |     0 |    1 |      1 |       0 |",
        "| Bob       |     0 |    1 |      0 |       0 |",
        "| truth     |     0 |    1 |      0 |       0 |",
    ]
    rows = [json.loads(row) for row in honbun("labels", "list", file, "--json").out.splitlines()]
    assert rows[0] == {"annotator": "Ann", "begun": 0, "done": 1, "unsure": 1, "skipped": 0}


def test_agreement_is_printed_as_tables(honbun: Command, file: Path) -> None:
    out = honbun("labels", "agreement", file).out.decode().splitlines()
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in out if row]
    assert ["Ann", "1", "11", "1.00", "1.00", "1.00", "1.00", "1.00", "1.00"] in cells
    assert ["Bob", "1", "11", "1.00", ".857", ".923", ".000", ".814", ".884"] in cells
    assert ["total", "2", "22", "1.00", ".929", ".963", ".500"] in [row[:7] for row in cells]
    assert ["Ann, Bob", "1", "11", ".857", "1.00"] in [row[:5] for row in cells]
    assert ["photo or caption", "1"] in cells
    none = next(row for row in cells if row[0] == "none")
    kinds = next(row for row in cells if row[0] == "said, and true")
    assert dict(zip(kinds, none))["figure"] == "1"


def test_agreement_is_written_as_json_and_csv(honbun: Command, file: Path) -> None:
    rows = list(
        csv.DictReader(honbun("labels", "agreement", file, "-f", "csv").out.decode().splitlines())
    )
    data = json.loads(honbun("labels", "agreement", file, "-f", "json").out)
    assert [row["annotator"] for row in rows] == ["Ann", "Bob", "total", "Ann"]
    assert [str(row["kappa"]) for row in data["agreement"]] == [row["kappa"] for row in rows]
    assert data["disputes"]["photo or caption"] == 1


def test_missing_agreement_is_reported_without_a_result(honbun: Command, tmp_path: Path) -> None:
    with Labels(tmp_path / "new.labels"):
        pass
    for command, message in (
        ("agreement", "no two annotators have finished"),
        ("list", "nobody has labelled"),
    ):
        done = honbun("labels", command, tmp_path / "new.labels")
        assert (done.status, done.out) == (0, b"")
        assert message in done.err


@pytest.mark.parametrize(("form", "name"), [("label-studio", "a.json"), ("doccano", "a.jsonl")])
def test_labels_go_to_other_tools_and_back(
    honbun: Command, file: Path, tmp_path: Path, form: str, name: str
) -> None:
    done = honbun("labels", "export", file, "-f", form, "-o", tmp_path / name)
    assert (done.status, done.err) == (0, "honbun: 1 page written\n")
    done = honbun("labels", "import", file, tmp_path / name, "--as", "Cy")
    assert (done.status, done.err) == (0, "honbun: 7 labels on 1 page imported\n")
    with Labels(file) as labels:
        cy, truth = (labels.page_labels(name, digest(page(1))) for name in ("Cy", TRUTH))
    assert cy.labels == truth.labels


def test_exported_labels_can_be_imported(honbun: Command, file: Path, tmp_path: Path) -> None:
    done = honbun("labels", "export", file, "-o", tmp_path / "out.jsonl", "--pages")
    assert (done.status, done.err) == (0, "honbun: 1 page written\n")
    done = honbun("labels", "import", tmp_path / "new.labels", tmp_path / "out.jsonl")
    assert (done.status, done.err) == (0, "honbun: 7 labels on 1 page imported\n")
    with Labels(tmp_path / "new.labels") as labels:
        assert labels.page_labels(TRUTH, digest(page())).labels == labels_of(page(), KINDS)


def test_export_can_be_piped_into_import(honbun: Command, file: Path) -> None:
    done = honbun("labels", "export", file, "-o", "-", "--by", "Ann", "--all-states")
    assert [json.loads(row)["state"] for row in done.out.splitlines()] == ["done", "unsure"]


@pytest.mark.parametrize("name", ["sites", "out.jsonl", "out.jsonl.gz", "v1.0/"])
def test_annotated_pages_are_used_as_truth(
    name: str, honbun: Command, file: Path, tmp_path: Path
) -> None:
    pages = ["--pages"] if "jsonl" in name else []
    assert honbun("labels", "export", file, "-o", f"{tmp_path}/{name}", *pages).status == 0
    exported = honbun("eval", "content", tmp_path / name, "-q", "--jobs", "1")
    direct = honbun("eval", "content", file, "-q", "--jobs", "1")
    assert direct.status == exported.status == 0
    assert direct.out == exported.out
    assert b"| a.example" in direct.out


def test_labels_of_one_annotator_are_used_as_truth(honbun: Command, file: Path) -> None:
    ann = honbun("eval", "content", file, "-q", "--jobs", "1", "--by", "Ann")
    bob = honbun("eval", "content", file, "-q", "--jobs", "1", "--by", "Bob")
    assert ann.status == bob.status == 0
    assert ann.out != bob.out


def test_lines_are_compressed_by_the_file_extension(
    honbun: Command, file: Path, tmp_path: Path
) -> None:
    honbun("labels", "export", file, "-o", tmp_path / "a.jsonl")
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        assert honbun("labels", "export", file, "-o", tmp_path / name).status == 0
    packed = (tmp_path / "a.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "a.jsonl").read_bytes()
    assert packed == (tmp_path / "b.jsonl.gz").read_bytes()


def test_earlier_versions_of_a_page_are_left_out_and_counted(
    honbun: Command, file: Path, tmp_path: Path
) -> None:
    with Labels(file) as labels:
        newer = replace(page(1), html=b"<h1>Boats float</h1>")
        add_labels(labels, "Ann", newer, {"Boats float": Kind.TITLE})
    done = honbun("labels", "export", file, "-o", tmp_path / "a.jsonl", "--by", "Ann")
    assert done.err == "honbun: 1 page written\nhonbun: 1 earlier version of pages left out\n"
    assert digest(newer) in (tmp_path / "a.jsonl").read_text()


def test_one_annotator_can_be_imported_under_another_name(
    honbun: Command, file: Path, tmp_path: Path
) -> None:
    lines = tmp_path / "both.jsonl"
    for name in ("Ann", "Bob"):
        out = honbun("labels", "export", file, "-o", "-", "--pages", "--by", name).out
        lines.write_bytes(out + (lines.read_bytes() if lines.exists() else b""))
    for data in (file, lines):
        new = tmp_path / f"{data.name}.labels"
        refused = honbun("labels", "import", new, data, "--as", "Eve")
        assert (refused.status, new.exists()) == (2, False)
        assert honbun("labels", "import", new, data, "--as", "Eve", "--by", "Bob").status == 0
        with Labels(new) as labels:
            assert labels.annotators() == ["Eve"]
            assert labels.page_labels("Eve", digest(page())).labels == labels_of(page(), NO_FIGURE)


def test_folder_of_sites_can_be_imported(honbun: Command, tmp_path: Path) -> None:
    data = write_site(tmp_path / "data", "a", numbered(2))
    write_site(data, "b", numbered(1))
    done = honbun("labels", "import", tmp_path / "x.labels", data, "--as", "Ann")
    # The page that both sites have is stored once.
    assert (done.status, done.err) == (0, "honbun: 9 labels on 2 pages imported\n")
    with Labels(tmp_path / "x.labels") as labels:
        assert len(labels.pages()) == 2


def test_label_files_can_be_merged(honbun: Command, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.labels"
    with Labels(other) as labels:
        add_labels(labels, "Eve", page(1), state=State.UNSURE)
    assert honbun("labels", "import", file, other).status == 0
    with Labels(file) as labels:
        assert labels.annotators() == ["Ann", "Bob", "Eve"]
        assert labels.page_labels("Eve", digest(page(1))).state is State.UNSURE


def test_pages_are_read_from_the_named_source(honbun: Command, file: Path, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    html = page().html
    assert isinstance(html, bytes)
    (tmp_path / "pages" / "a.html").write_bytes(html)
    honbun("labels", "export", file, "-o", tmp_path / "out.jsonl")
    new = tmp_path / "new.labels"
    done = honbun("labels", "import", new, tmp_path / "out.jsonl")
    assert done.status == 1
    assert "its page was not found: give it with --pages" in done.err
    assert done.err.endswith("honbun: 0 labels on 0 pages imported\n")
    done = honbun("labels", "import", new, tmp_path / "out.jsonl", "--pages", tmp_path / "pages")
    assert done.status == 0


def test_annotator_can_be_forgotten(honbun: Command, file: Path) -> None:
    done = honbun("labels", "forget", file, "--by", "Ann")
    assert done.out == b"Ann: labels of 2 pages forgotten\n"


def test_blocks_that_cannot_be_written_are_counted(honbun: Command, tmp_path: Path) -> None:
    with Labels(tmp_path / "a.labels") as labels:
        kinds = {"By": Kind.AUTHOR, "A boat": Kind.CAPTION}
        add_labels(labels, "Ann", page(), kinds)  # a caption outside of a figure
    done = honbun("labels", "export", tmp_path / "a.labels", "-o", tmp_path / "out")
    assert done.status == 1
    assert "honbun: 1 block could not be written as labelled\n" in done.err
    done = honbun("eval", "content", tmp_path / "a.labels", "-q", "--jobs", "1")
    assert done.status == 0
    assert "honbun: 1 block cannot be measured as labelled\n" in done.err
