from __future__ import annotations

from tests.posts.fields.posts_of import LONG, fields_of

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Ann"]


def authors(*inner: str) -> list[str | None]:
    return [post.author for post in fields_of(inner)]


def made(header: str) -> list[str]:
    """Posts with a header, and bodies that differ."""
    return [
        header.format(name=name, day=day, low=name.lower())
        + f"<p>{name} has {day} of it, {LONG}</p>"
        for day, name in enumerate(NAMES, 1)
    ]


def test_the_author_stands_where_all_authors_stand() -> None:
    assert authors(*made("<b>{name}</b> <i>2010-03-0{day}</i>")) == NAMES


def test_a_rank_that_all_have_is_no_author() -> None:
    header = "<b>Member</b> <a href=/u/{low}>{name}</a> <i>2010-03-0{day}</i>"
    assert authors(*made(header)) == NAMES


def test_words_around_a_name_that_all_posts_have_are_taken_off() -> None:
    assert authors(*made("<p>Posted by {name} on 2010-03-0{day}</p>")) == NAMES
    assert authors(*made("<p>{name} wrote: <i>2010-03-0{day}</i></p>")) == NAMES


def test_an_address_beside_a_name_is_taken_off() -> None:
    header = "<p>{name} &lt;{low}@post.example&gt; 2010-03-0{day}</p>"
    assert authors(*made(header)) == NAMES


def test_a_name_may_be_a_link_in_some_posts_only() -> None:
    posts = made("<p>{name} <i>2010-03-0{day}</i></p>")
    posts[1] = posts[1].replace("<p>Bob ", "<p><a href=http://bob.example/>Bob</a> ", 1)
    assert authors(*posts) == NAMES


def test_the_name_under_a_portrait_is_the_author() -> None:
    towns = ["Rome", "Oslo", "Bern", "Kiel", "Rome"]
    header = "<img alt={name} src=a.jpg><p>TOWN</p><p>{name}</p><i>2010-03-0{day}</i>"
    posts = [post.replace("TOWN", town) for post, town in zip(made(header), towns)]
    assert authors(*posts) == NAMES


def test_who_is_quoted_is_not_the_author() -> None:
    posts = made("<b>{name}</b> <i>2010-03-0{day}</i>")
    quoted = [post.replace("<p>", "<blockquote><b>Zoe</b> wrote</blockquote><p>") for post in posts]
    assert authors(*quoted) == NAMES


def test_diaries_have_no_authors() -> None:
    assert authors(*made("<h4>2010-03-0{day}</h4>")) == [None] * 5
