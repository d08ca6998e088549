"""`honbun eval content` on two sites whose scores can be counted by hand."""

from __future__ import annotations

import gzip
import json
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from honbun.evaluation.peers import PEERS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

HEADER = ["site", "pages", "P", "R", "F", "perfect", "text P", "text R", "text F"]
SITES = {
    "east": [
        "<h1>Rain</h1><div class=body><p>Wet days.</div>",
        "<h1>Snow</h1><div class=body><p>White days.</div>",
        "<h1>Wind</h1><div class=body><p>Loud days.</div>",
    ],
    "west": [
        # The advertisement stands on this page only, so it is found although it is not content.
        "<h1>Sun</h1><div class=body><p>Hot days.<p class=ad>Buy hats</div>",
        # What stands on two pages is not found although it is content: a line, and, where the
        # sites are mixed, the title "Rain".
        "<h1>Fog</h1><div class=body><p>Grey days.<p>Share this</div>",
        "<h1>Rain</h1><div class=body><p>Dull days.<p>Share this</div>",
    ],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name, pages in SITES.items():
        folder = tmp_path / "sites" / name
        (folder / "pages").mkdir(parents=True)
        for number, html in enumerate(pages):
            menu = f"<title>{name}</title><ul><li>Home {name}<li>News {name}</ul>"
            path = folder / "pages" / f"{number}.html.gz"
            path.write_bytes(gzip.compress((menu + html).encode()))
        info = {
            "site": name,
            "language": "en",
            "pages": [
                {
                    "file": f"{number}.html.gz",
                    "url": f"https://{name}.example/{number}",
                    "kind": "article",
                }
                for number in range(len(pages))
            ],
            "content_selectors": {"title": ["h1"], "body": [".body"]},
            "exclude_selectors": [".ad"],
        }
        (folder / "site.json").write_text(json.dumps(info), encoding="utf-8")
    return tmp_path / "sites"


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def figures(*values: float) -> list[str]:
    return ["1.00" if value == 1 else f"{value:.3f}".lstrip("0") for value in values]


def mean(*values: float) -> float:
    return sum(values) / len(values)


def f(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall)


# Blocks found, true and right, by page. East: 2 2 2 three times. West: 3 2 2, 2 3 2, 2 3 2.
# Words found, true and right, by page. East: 3 3 3 three times. West: 5 3 3, 3 5 3, 3 5 3.
EAST = [1, 1, 1, 3 / 3, 1, 1, 1]
WEST = [6 / 7, 6 / 8, f(6 / 7, 6 / 8), 0 / 3, mean(3 / 5, 1, 1), mean(1, 3 / 5, 3 / 5), 6 / 8]
MICRO = [
    12 / 13,
    12 / 14,
    f(12 / 13, 12 / 14),
    3 / 6,
    mean(1, 1, 1, 3 / 5, 1, 1),
    mean(1, 1, 1, 1, 3 / 5, 3 / 5),
    mean(1, 1, 1, 6 / 8, 6 / 8, 6 / 8),
]
# Mixed, both pages titled "Rain" lose their title: 1 2 1 in the east, 1 3 1 in the west; words
# 2 3 2 and 2 5 2.
MIXED = [
    10 / 11,
    10 / 14,
    f(10 / 11, 10 / 14),
    2 / 6,
    mean(1, 1, 1, 3 / 5, 1, 1),
    mean(2 / 3, 1, 1, 1, 3 / 5, 2 / 5),
    mean(4 / 5, 1, 1, 6 / 8, 6 / 8, 4 / 7),
]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_table_holds_what_is_counted_by_hand(honbun: Command, data: Path, jobs: str) -> None:
    done = honbun("eval", "content", data, "--faithful", "--quiet", "--jobs", jobs)
    assert (done.status, done.err) == (0, "")
    header, _, *lines = done.out.decode().splitlines()
    assert cells(header) == HEADER
    assert [cells(line) for line in lines] == [
        ["east", "3", *figures(*EAST)],
        ["west", "3", *figures(*WEST)],
        ["micro average", "6", *figures(*MICRO)],
        ["mean over sites", "6", *figures(*map(mean, EAST, WEST))],
        ["all sites mixed", "6", *figures(*MIXED)],
    ]


def test_the_mixed_collection_can_be_left_out(honbun: Command, data: Path) -> None:
    out = honbun("eval", "content", data, "--no-mixed").out.decode()
    assert [cells(line)[0] for line in out.splitlines()[2:]] == [
        "east",
        "west",
        "micro average",
        "mean over sites",
    ]


def test_what_is_worked_at_is_told(honbun: Command, data: Path) -> None:
    assert honbun("eval", "content", data).err.splitlines() == [
        "honbun: truth",
        "honbun: east",
        "honbun: west",
        "honbun: all sites mixed",
    ]


def test_one_site_can_be_measured_alone(honbun: Command, data: Path) -> None:
    out = honbun("eval", "content", data / "west", "--faithful", "--no-mixed").out.decode()
    assert cells(out.splitlines()[2]) == ["west", "3", *figures(*WEST)]


@pytest.mark.parametrize("choice", [["--only", "west"], ["--without", "east"]], ids=" ".join)
def test_sites_are_chosen_by_name(honbun: Command, data: Path, choice: list[str]) -> None:
    out = honbun("eval", "content", data, "--faithful", *choice).out.decode()
    assert [cells(line) for line in out.splitlines()[2:]] == [
        [name, "3", *figures(*WEST)]
        for name in ("west", "micro average", "mean over sites", "all sites mixed")
    ]


def test_several_sites_can_be_named(honbun: Command, data: Path) -> None:
    both = honbun("eval", "content", data, "--only", "west", "--only", "east")
    assert both.out == honbun("eval", "content", data).out
    neither = honbun("eval", "content", data, "-q", "--without", "west", "--without", "east")
    assert (neither.status, neither.err) == (2, "honbun: no site is left to measure\n")


def test_a_site_that_is_not_there_is_told_in_one_line(honbun: Command, data: Path) -> None:
    done = honbun("eval", "content", data, "--only", "south")
    assert (done.status, done.out) == (2, b"")
    assert done.err == f"honbun: no site south in {data}, but east, west\n"


def tables(out: bytes) -> list[list[list[str]]]:
    """The cells of every table, without the rules below the headers."""
    texts = out.decode().rstrip("\n").split("\n\n")
    lines = [text.splitlines() for text in texts]
    return [[cells(line) for line in [header, *rest]] for header, _, *rest in lines]


def test_peers_stand_beside_by_text(
    honbun: Command, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One peer gives a text that is right on the page "Sun" alone, the others are missing."""
    peer = ModuleType("trafilatura")
    peer.extract = lambda html, **_: "Sun hot days" if "Sun" in html else ""  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "trafilatura", peer)
    for absent in PEERS[1:]:
        monkeypatch.setitem(sys.modules, absent.module or absent.name, None)
    arguments = ("--faithful", "--no-mixed", "--beside", "--quiet", "--jobs", "1")
    done = honbun("eval", "content", data, *arguments)
    assert done.status == 0
    assert done.err == (
        "honbun: not installed (pip install 'honbun[peers]'): resiliparse, readability-lxml, "
        "jusText, newspaper4k, boilerpy3, goose3\n"
    )
    assert tables(done.out)[1] == [
        ["site", "honbun text F", "faithful text F", "trafilatura"],
        ["east", *figures(EAST[-1], EAST[-1], 0)],
        ["west", *figures(WEST[-1], WEST[-1], 1 / 3)],
        ["mean over sites", *figures(mean(EAST[-1], WEST[-1]), mean(EAST[-1], WEST[-1]), 1 / 6)],
    ]


def test_planted_pages_are_not_scored_but_felt(honbun: Command, data: Path) -> None:
    """The first page comes again with a sidebar, the others on a list page: none is unique."""
    done = honbun("eval", "content", data, "--faithful", "--plant", "--no-mixed")
    (table,) = tables(done.out)
    assert table[1][:5] == ["east", "3", *figures(0, 0, 0)]


def test_errors_are_counted_by_kind(honbun: Command, data: Path) -> None:
    done = honbun("eval", "content", data, "--faithful", "--no-mixed", "--errors", "9")
    assert tables(done.out)[1] == [
        ["error", "blocks", "pages", "sites", "example"],
        ["missed: body", "2", "2", "1", "west: Share this"],
        ["kept: after the body", "1", "1", "1", "west: Buy hats"],
    ]
    one = honbun("eval", "content", data, "--faithful", "--no-mixed", "--errors", "1")
    assert tables(one.out)[1] == tables(done.out)[1][:2]


def test_a_curve_is_told_and_drawn(honbun: Command, data: Path, tmp_path: Path) -> None:
    figure = tmp_path / "curve.svg"
    done = honbun("eval", "content", data, "--faithful", "--no-mixed", "--curve", figure)
    assert done.status == 0
    header, *rows = tables(done.out)[1]
    assert header == ["pages per site", "judged", *HEADER[2:]]
    assert [row[:2] for row in rows] == [["2", "80"], ["all", "6"]]
    assert rows[1][2:] == figures(*map(mean, EAST, WEST))
    assert figure.with_suffix(".png").read_bytes().startswith(b"\x89PNG\r\n")
    assert "<svg" in figure.read_text(encoding="utf-8")
    assert done.err.splitlines()[-1] == f"honbun: drew {figure}"


@pytest.mark.parametrize("option", ["--curve", "--sweep"])
def test_a_figure_that_cannot_be_written_is_told_before_the_work(
    honbun: Command, data: Path, option: str
) -> None:
    done = honbun("eval", "content", data, option, "figure.pdf")
    assert (done.status, done.out) == (2, b"")
    assert done.err.count("\n") == 1


def test_a_sweep_is_told_and_drawn(honbun: Command, data: Path, tmp_path: Path) -> None:
    done = honbun("eval", "content", data, "--no-mixed", "--sweep", tmp_path / "figure.png")
    assert done.status == 0
    lines = done.out.decode().splitlines()
    header = lines.index("") + 1
    assert cells(lines[header])[:3] == ["threshold", "pages", "P"]
    swept = {name: scores for name, *scores in map(cells, lines[header + 2 :])}
    assert swept["0.90"] == ["6", *figures(*MIXED)]
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert "<svg" in (tmp_path / "figure.svg").read_text(encoding="utf-8")
    assert done.err.splitlines()[-2:] == [
        f"honbun: drew {tmp_path / 'figure.png'}",
        f"honbun: drew {tmp_path / 'figure.svg'}",
    ]


def test_a_missing_folder_is_told_in_one_line(honbun: Command, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    done = honbun("eval", "content", missing)
    assert (done.status, done.out) == (2, b"")
    assert done.err == (
        f"honbun: {missing} is no folder and no file: evaluation needs data with truth\n"
    )


def test_a_folder_without_truth_is_told_in_one_line(honbun: Command, tmp_path: Path) -> None:
    done = honbun("eval", "content", tmp_path)
    assert (done.status, done.out) == (2, b"")
    assert done.err == f"honbun: no site.json found in {tmp_path} or the folders inside it\n"


def info(pages: object, selectors: object) -> str:
    return json.dumps({"site": "x", "content_selectors": selectors, "pages": pages})


PAGES = [{"file": "0.html.gz", "url": "https://west.example/0", "kind": "article"}]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{", id="no JSON"),
        pytest.param("[]", id="no object"),
        pytest.param("{}", id="no pages"),
        pytest.param(info(5, {}), id="pages of the wrong kind"),
        pytest.param(info(PAGES, []), id="selectors of the wrong kind"),
        pytest.param(info([PAGES[0] | {"file": "9.gz"}], {}), id="a page that is missing"),
        pytest.param(info(PAGES, {"body": ["p["]}), id="no CSS selector"),
    ],
)
def test_malformed_truth_is_told_in_one_line(honbun: Command, data: Path, text: str) -> None:
    (data / "west" / "site.json").write_text(text, encoding="utf-8")
    done = honbun("eval", "content", data, "--quiet")
    assert done.status == 2
    assert done.err.startswith("honbun: ")
    assert done.err.count("\n") == 1


def test_a_truncated_page_of_the_truth_is_told_in_one_line(honbun: Command, data: Path) -> None:
    page = data / "west" / "pages" / "0.html.gz"
    page.write_bytes(page.read_bytes()[:-9])
    done = honbun("eval", "content", data, "--quiet")
    assert done.status == 2
    assert done.err.startswith("honbun: ")
    assert done.err.count("\n") == 1


def test_memory_is_measured_on_the_half_it_has_not_seen(honbun: Command, data: Path) -> None:
    out = honbun("eval", "content", data, "--memory", "--no-mixed", "--quiet").out.decode()
    table = out.split("\n\n")[1]
    header, _, east, west, mean = [line.split("|")[1:-1] for line in table.splitlines()]
    assert [cell.strip() for cell in header[:4]] == ["site", "pages", "whole F", "memory F"]
    assert [row[1].strip() for row in (east, west, mean)] == ["1", "1", "2"]
