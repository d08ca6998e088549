"""The block that shows the title, and its text without the site's name."""

from __future__ import annotations

import pytest

from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.metadata.choose import choose_metadata
from honbun.metadata.declared import DeclaredMetadata, declared_metadata
from honbun.metadata.title import choose_title, choose_title_block
from honbun.metadata.visible import VisibleCandidates

URL = "https://harbour.example/boats"


def title_of(html: str) -> tuple[str | None, str | None]:
    """The text of the block that is chosen, and the title."""
    tree = parse(html)
    blocks, declared = split(tree), declared_metadata(tree, URL)
    texts = blocks.texts()
    block = choose_title_block(declared, blocks.tags(), texts, blocks.sizes(), blocks.linked())
    shown = None if block is None else texts[block]
    return shown, choose_title(declared, shown, URL)


HEAD = "<title>The old boat - Harbour Notes</title>"
GRAPH = "<meta property=og:title content='The old boat'>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h1>The old boat</h1>", "The old boat"),
        ("<h1>Harbour Notes</h1><h2>The old boat</h2>", "The old boat"),
        ("<h1><a href=/>Harbour Notes</a></h1><p>The old boat</p>", "The old boat"),
        # Cards and menus show titles too.
        ("<h3><a href=/x>The old boat</a></h3><h1>The old boat</h1>", "The old boat"),
        # Reworded for search engines.
        ("<h2>Latest</h2><h1>The old boat and its crew</h1>", "The old boat and its crew"),
        ("<h1>What became of her</h1>", "What became of her"),
        ("<h2>What became of her</h2>", None),
        ("<h1>One</h1><h1>Two</h1>", None),
    ],
)
def test_heading_like_a_declared_title_is_the_title(html: str, expected: str | None) -> None:
    assert title_of(HEAD + GRAPH + html)[0] == expected


@pytest.mark.parametrize(
    ("declared", "html", "found"),
    [
        # A heading is a good part of a declared title from a third on, and from four letters on.
        ("The old boat that came in from a spring", "<h2>The old boat</h2>", False),
        ("The old boat that came in from a storm", "<h2>The old boat</h2>", True),
        ("Sea up in", "<h2>Sea</h2>", False),
        ("Seas up on b", "<h2>Seas</h2>", True),
        # Other blocks are compared from four letters on, and all below 300.
        ("Sea", "<p>Sea</p>", False),
        ("Seas", "<p>Seas</p>", True),
        ("b" * 300, f"<h2>{'b' * 300}</h2>", False),
        ("b" * 299, f"<h2>{'b' * 299}</h2>", True),
        # A heading is reworded from half of the words on, a main one among others from a fifth on.
        ("The old boat", "<h2>The new boat now</h2>", False),
        ("The old boat", "<h2>The new boat</h2>", True),
        ("A boat came home again", "<h1>That boat</h1><h1>Other</h1>", False),
        ("A boat came home", "<h1>That boat</h1><h1>Other</h1>", True),
        # The same half makes a main heading as good as a lower one that is the title itself.
        ("The old boat", "<h1>The new boat now</h1><h3>The old boat</h3>", False),
        ("The old boat", "<h1>The new boat</h1><h3>The old boat</h3>", True),
    ],
)
def test_first_block_is_the_title_from_a_threshold_on(
    declared: str, html: str, found: bool
) -> None:
    shown, _ = title_of(f"<title>{declared}</title>{html}")
    assert (shown is not None and shown in html.partition("</")[0]) == found


def test_name_that_only_the_title_element_has_is_that_of_the_site() -> None:
    heading = "<h1>Harbour Notes</h1><h3>The old boat</h3>"
    assert title_of(HEAD + GRAPH + heading)[0] == "The old boat"
    site = "<meta property=og:site_name content='Harbour Notes'>"
    assert title_of(HEAD + site + heading)[0] == "The old boat"


def test_page_that_declares_nothing_has_its_first_main_heading() -> None:
    assert title_of("<h2>Menu</h2><h1>The old boat ¶</h1><h1>Other</h1>")[1] == "The old boat"
    assert title_of("<h1><a href=/>Harbour Notes</a></h1>") == (None, None)
    assert title_of("") == (None, None)


@pytest.mark.parametrize(
    ("titles", "sites", "expected"),
    [
        (["The old boat", "The old boat - Harbour Notes"], [], "The old boat"),
        (["The old boat | Harbour Notes"], ["Harbour Notes"], "The old boat"),
        (["Harbour Notes: The old boat"], ["Harbour Notes"], "Harbour Notes: The old boat"),
        (["Harbour Notes » The old boat"], ["Harbour Notes"], "The old boat"),
        (["The old boat - Harbour"], [], "The old boat"),  # the host
        (["Before - after"], [], "Before - after"),
        (["Harbour Notes"], ["Harbour Notes"], "Harbour Notes"),
    ],
)
def test_site_is_cut_from_declared_titles(
    titles: list[str], sites: list[str], expected: str
) -> None:
    declared = DeclaredMetadata(titles=tuple(titles), sites=tuple(sites))
    assert choose_title(declared, None, URL) == expected


def test_site_is_cut_from_headings_and_is_no_title() -> None:
    declared = DeclaredMetadata(titles=("The old boat",), sites=("Harbour Notes",))
    assert choose_title(declared, "The old boat – Harbour Notes", URL) == "The old boat"
    assert choose_title(declared, "Harbour Notes", URL) == "The old boat"


def test_topic_above_a_headline_is_a_part_of_it_where_it_is_declared_so() -> None:
    declared = DeclaredMetadata(titles=("Harbour strike: No end", "No end | Harbour Notes"))
    assert choose_title(declared, "No end", URL) == "Harbour strike: No end"
    assert choose_title(declared, ": No end", URL) == "Harbour strike: No end"
    plain = DeclaredMetadata(titles=("No end", "Harbour strike: No end"))
    assert choose_title(plain, "No end", URL) == "No end"


def test_section_after_the_declared_title_is_cut_from_the_heading() -> None:
    declared = DeclaredMetadata(titles=("No end in sight", "No end in sight | Harbour Notes"))
    assert choose_title(declared, "No end in sight - Harbour - Forum", URL) == "No end in sight"
    assert choose_title(declared, "No end in sight for boats", URL) == "No end in sight for boats"


def test_host_is_no_title() -> None:
    declared = DeclaredMetadata(titles=("The old boat",))
    assert (
        choose_title(declared, "harbour.example", "https://www.harbour.example/a") == "The old boat"
    )


def test_heading_inside_the_text_is_not_the_title() -> None:
    declared = DeclaredMetadata(titles=("The old boat and the sea",))
    chosen = [
        choose_metadata(
            declared,
            VisibleCandidates({}, {}),
            URL,
            title="The boat and the sea",
            title_block=block,
            content=[3, 5, 7, 9, 11, 13],
            order=None,
        ).title
        for block in (4, 12)
    ]
    assert chosen == ["The boat and the sea", "The old boat and the sea"]
