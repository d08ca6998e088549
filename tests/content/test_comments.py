"""Posts that follow an article become comments of its content."""

from __future__ import annotations

import io
import json

import honbun
from honbun.content.model import Comment, ContentOptions
from honbun.outputs.content import TABLE, write_html, write_page_markdown, write_text
from honbun.page import Page

WITH = ContentOptions(comments=True)
NAMES = ("Ada", "Bert", "Cleo", "Dora", "Emil")
SAID = [f"I have seen the {name} ferry, and it *never* left before noon." for name in NAMES]


def article(number: int, *, comments: bool = True) -> Page:
    body = "".join(
        f"<p>The harbour of town {number} was built in the year {1800 + 7 * line + number}, "
        f"and ship {line} of the line {number} still sails from there, as everybody knows.</p>"
        for line in range(6)
    )
    posts = "".join(
        f"<li class=comment id=c{number}-{place}><b class=author>{name}</b> "
        f"<time datetime=2021-03-0{place + 1}>0{place + 1}.03.2021</time><p>{said}</p></li>"
        for place, (name, said) in enumerate(zip(NAMES, SAID))
    )
    html = (
        f"<!doctype html><html lang=en><title>Harbour {number}</title><article>"
        f"<h1>Harbour {number}</h1>{body}</article>"
        + (f"<ol class=comments>{posts}</ol>" if comments else "")
    )
    return Page(html, url=f"https://harbours.example/{number}", source=f"{number}.html")


def test_comments_are_a_field_and_no_part_of_the_text() -> None:
    content = honbun.extract_page(article(1), options=WITH)
    assert [one.author for one in content.comments] == list(NAMES)
    assert [one.date for one in content.comments] == [f"2021-03-0{day}" for day in range(1, 6)]
    assert all(said in one.text for one, said in zip(content.comments, SAID))
    assert "ferry" not in content.text + content.markdown
    (row,) = TABLE.rows([content])
    assert [set(one) for one in row["comments"]] == [set(Comment._fields)] * 5


def test_without_the_option_there_are_none() -> None:
    content = honbun.extract_page(article(1))
    assert content.comments == ()
    assert "comments" not in content.to_dict()
    assert content.to_dict("comments") == {"comments": []}


def test_a_page_without_posts_has_no_comments() -> None:
    assert honbun.extract_page(article(1, comments=False), options=WITH).comments == ()


def test_every_page_of_a_collection_has_its_own_comments() -> None:
    pages = [article(number, comments=number != 2) for number in range(4)]
    for alone in (False, True):
        found = list(honbun.extract(iter(pages), WITH, alone=alone))
        assert [one.source for one in found] == [page.source for page in pages]
        assert [len(one.comments) for one in found] == [5, 5, 0, 5]
        assert all("The harbour of town" in one.text for one in found)


def test_posts_that_are_the_content_are_no_comments() -> None:
    said = "".join(
        f"<div class=post><b>{name}</b> <time>0{place + 1}.03.2021</time><p>{text}</p></div>"
        for place, (name, text) in enumerate(zip(NAMES, SAID))
    )
    page = Page(f"<title>Ferries</title><h1>Ferries</h1>{said}", url="https://f.example/t/1")
    content = honbun.extract_page(page, options=WITH)
    for comment in content.comments:
        assert comment.text not in content.text


def test_comments_follow_the_document_in_every_format() -> None:
    content = honbun.extract_page(article(1), options=WITH)
    text, markdown, html = io.BytesIO(), io.BytesIO(), io.BytesIO()
    write_text([content], text)
    write_page_markdown([content], markdown)
    write_html([content], html)
    assert text.getvalue().decode().count("\n---\n\nAda, 2021-03-01\n\n") == 1
    written = markdown.getvalue().decode()
    assert written.count("\n---\n\n**Ada, 2021-03-01**\n\n") == 1
    assert r"it \*never\* left" in written
    assert written.index("still sails") < written.index("Ada, 2021")
    assert html.getvalue().decode().count("<section><p>Ada, 2021-03-01</p><p>") == 1
    table = honbun.to_arrow([content], "url", "comments").to_pylist()
    assert json.loads(json.dumps(table))[0]["comments"][0]["author"] == "Ada"
