"""The MCP server, asked over stdio by the client of the SDK; its pages are on loopback."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from honbun.integrations.mcp_server import _passage, _selected
from tests.inputs import conftest as fetching
from tests.inputs.loopback import reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.inputs.loopback import Site

site = fetching.site
HOST = "127.0.0.1"
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fay")
SHARED = "The same long sentence is on both of the pages, word by word, and nobody knows why."


def article(subject: str) -> bytes:
    text = "".join(
        f"<p>Paragraph {n} about {subject}: it was built in 18{n}0, and many {subject} followed it "
        f"in the years after. {SHARED if n == 4 else ''}</p>"
        for n in range(1, 9)
    )
    links = "".join(f"<a href=/{name}>{name}</a> " for name in ("boats", "trams", "gone"))
    html = f"<title>{subject}</title><div>{links}<a href=https://other.example/>other</a></div>"
    return f"<!doctype html><meta charset=utf-8>{html}<h1>All {subject}</h1>{text}".encode()


def thread() -> bytes:
    posts = "".join(
        f"<div class=post id=p{n}><b>{name}</b> <i>2008-12-{n + 10} 09:30</i><p>{name} says: the "
        f"boats of today are not what they were when {name} was young.</div>"
        for n, name in enumerate(NAMES)
    )
    return f"<!doctype html><title>Boats</title><h1>Boats</h1>{posts}".encode()


def news() -> bytes:
    items = "".join(
        f"<li><a href=/news/{n}>What {name} knows of boats</a> 2024-05-1{n}</li>"
        for n, name in enumerate(NAMES)
    )
    return f"<!doctype html><title>News</title><h1>News</h1><ul>{items}</ul>".encode()


def asked(*calls: tuple[str, dict[str, Any]], allow: bool = True) -> list[Any]:
    """The results of calls to one server."""
    from mcp import Client, StdioServerParameters  # a second: only for the worker that needs it

    options = ["--allow-private", "--delay", "0"] if allow else []
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "honbun", "mcp", *options], env=_environment()
    )

    async def ask() -> list[Any]:
        with anyio.fail_after(300):
            async with Client(command) as client:
                return [await client.call_tool(name, arguments) for name, arguments in calls]

    # In a thread of its own: in this one, a browser's event loop may be running.
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(anyio.run, ask).result()


def _environment() -> dict[str, str]:
    import os

    return {"PYTHONPATH": os.pathsep.join(sys.path)}


def answers(results: Sequence[Any]) -> list[dict[str, Any]]:
    assert [result.is_error for result in results] == [False] * len(results), results
    return [result.structured_content for result in results]


def test_pages_and_sites_are_read_in_parts(site: Site) -> None:
    for name in ("boats", "trams"):
        site.answers[f"/{name}"] = reply(article(name))
    url = site.url("/boats", HOST)
    whole, first, second, pages = answers(
        asked(
            ("read_page", {"url": url}),
            ("read_page", {"url": url, "max_tokens": 100}),
            ("read_page", {"url": url, "max_tokens": 100, "offset": 1}),
            ("read_site", {"url": url, "max_pages": 3}),
        )
    )
    assert whole["text"].startswith("# All boats\n")
    assert (whole["title"], whole["truncated"]) == ("All boats", False)
    assert whole["kind"] in ("article", "other")
    assert 0 < whole["confidence"] <= 1
    assert whole["next_offset"] is None
    assert first["truncated"]
    assert first["total_tokens"] == whole["total_tokens"] > 100
    assert whole["text"].startswith(first["text"])
    assert len(first["text"]) == first["next_offset"]
    assert second["text"] == whole["text"][1 : second["next_offset"]]
    assert [page["title"] for page in pages["pages"]] == ["All boats", "All trams"]
    assert [message.split(": ")[-1] for message in pages["failed"]] == [
        "the server answers with status 404"
    ]
    assert site.paths.count("/boats") == 2  # by read_page once, by read_site once


def test_posts_items_and_pairs_are_read(site: Site) -> None:
    site.answers |= {"/thread": reply(thread()), "/news": reply(news())}
    for name in ("boats", "trams"):
        site.answers[f"/{name}"] = reply(article(name))
    boats, trams = (site.url(f"/{name}", HOST) for name in ("boats", "trams"))
    posts, items, similar = answers(
        asked(
            ("posts", {"url": site.url("/thread", HOST), "max_tokens": 60}),
            ("feed", {"url": site.url("/news", HOST)}),
            ("similar", {"urls": [boats, trams]}),
        )
    )
    assert posts["posts"][0]["author"] == "Ann"
    assert (posts["truncated"], posts["next_offset"]) == (True, len(posts["posts"]))
    assert {"kind", "confidence", "total_tokens"} <= posts.keys()
    assert [item["title"] for item in items["items"]] == [
        f"What {name} knows of boats" for name in NAMES
    ]
    assert similar["pairs"][0]["a"] == boats
    assert [page["url"] for page in similar["pages"]] == [boats, trams]


def test_private_and_unreadable_addresses_are_errors_of_the_tool(site: Site) -> None:
    url = site.url("/boats", HOST)
    refused = asked(("read_page", {"url": url}), ("read_site", {"url": url}), allow=False)
    assert [result.is_error for result in refused] == [True, True]
    assert all("is loopback" in result.content[0].text for result in refused)
    assert site.paths == []
    [missing, wrong] = asked(
        ("read_page", {"url": url}), ("read_page", {"url": url, "max_tokens": 0})
    )
    assert missing.is_error
    assert "status 404" in missing.content[0].text
    assert wrong.is_error


@pytest.mark.parametrize("limit", [50, 73, 400])
def test_parts_of_a_text_join_to_the_whole(limit: int) -> None:
    text = "\n\n".join(f"## Part {n}\n\n" + f"word{n} " * (n * 7) for n in range(12)) + "本" * 300
    offset, parts = 0, []
    while offset is not None:
        part = _passage(text, limit, offset)
        parts.append(part["text"])
        assert part["text"]
        offset = part["next_offset"]
    assert "".join(parts) == text


def test_rows_that_do_not_fit_come_one_by_one() -> None:
    rows = [{"text": "word " * 100} for _ in range(3)]
    first = _selected("posts", rows, 50, 0)
    assert (len(first["posts"]), first["next_offset"], first["total_tokens"]) == (1, 1, 300)
    assert _selected("posts", rows, 50, 2)["truncated"] is False
    assert _selected("posts", rows, 50, 3)["posts"] == []
