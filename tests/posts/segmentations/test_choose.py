"""The cut that pages choose, alone and together."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.posts.choose import Ballot, choose, place_of, rank
from tests.posts.rows import BROKEN, keys_of


def ballot(**scores: float) -> Ballot:
    """What a page says of cuts that are called by one letter each."""
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    return Ballot(tuple(score for _, score in ordered), tuple((ord(n),) for n, _ in ordered))


def chosen(*ballots: Ballot) -> str:
    name = choose(ballots)
    assert name is not None
    return chr(name)


BALLOTS = st.builds(
    lambda scores: ballot(**scores),
    st.dictionaries(st.sampled_from("abcdef"), st.integers(-20, 20), min_size=1),
)


@given(BALLOTS)
def test_one_page_alone_takes_its_best(own: Ballot) -> None:
    name = choose([own])
    place = place_of(name, own)
    assert own.scores[place] == max(own.scores)


@given(st.lists(BALLOTS, min_size=1, max_size=5))
def test_a_page_never_takes_a_cut_that_is_much_worse_than_its_best(ballots: list[Ballot]) -> None:
    name = choose(ballots)
    for each in ballots:
        assert each.scores[0] - each.scores[place_of(name, each)] <= 4


@given(st.lists(BALLOTS, min_size=2, max_size=5))
def test_the_same_is_chosen_whenever_every_page_comes_twice(ballots: list[Ballot]) -> None:
    once = choose(ballots)
    assert once == choose([each for each in ballots for _ in range(2)])
    assert once in {name for each in ballots for names in each.names for name in names}


def test_the_cut_that_is_good_for_all_outdoes_the_best_of_one() -> None:
    odd = ballot(a=10, b=9)
    usual = ballot(b=10, a=6)
    assert chosen(odd) == "a"
    assert chosen(odd, usual, usual) == "b"
    assert odd.names[place_of(ord("b"), odd)] == (ord("b"),)


def test_a_cut_that_pages_lack_counts_as_a_bad_one() -> None:
    assert chosen(ballot(a=10), ballot(b=10, c=9.5), ballot(c=10, b=9)) == "c"


def test_a_page_without_the_cut_of_its_format_takes_its_own_best() -> None:
    own = ballot(a=10, b=3)
    assert place_of(ord("z"), own) == 0
    assert place_of(ord("b"), own) == 0
    assert place_of(None, own) == 0


def test_pages_without_cuts_choose_none() -> None:
    assert choose([Ballot((), ())]) is None
    assert choose([]) is None
    assert chosen(Ballot((), ()), ballot(a=1)) == "a"


@settings(max_examples=30)
@given(BROKEN)
def test_cuts_are_ranked_the_best_first(html: str) -> None:
    keys = keys_of(html)
    ranked = rank(keys)
    assert list(ranked.ballot.scores) == sorted(ranked.ballot.scores, reverse=True)
    assert len(ranked.cuts) == len(ranked.measures) == len(ranked.ballot.names)
    assert [len(cut.names) for cut in ranked.cuts] == [len(n) for n in ranked.ballot.names]


def test_the_same_cut_is_called_the_same_on_every_page() -> None:
    pages = ["<ul><li>One of them<li>Two of them</ul>", "<ul><li>A<li>B<li>C</ul><p>more text"]
    one, other = (
        dict(zip(cut.names, names))
        for html in pages
        for ranked in [rank(keys_of(html))]
        for cut, names in zip(ranked.cuts, ranked.ballot.names)
        if "element li" in cut.names
    )
    assert one["element li"] == other["element li"]


def test_given_weights_rank() -> None:
    html = "<div><p>One of them</p><p>Two</p></div><div><p>Three</p><p>Four of them</p></div>"
    few = rank(keys_of(html), {"largest": 1.0}).cuts[0]
    many = rank(keys_of(html), {"count": 1.0}).cuts[0]
    assert (len(few), len(many)) == (2, 4)


def test_a_page_with_nothing_that_comes_again_has_no_cuts() -> None:
    ranked = rank(keys_of("<p>One text"))
    assert (ranked.cuts, ranked.ballot) == ((), Ballot((), ()))
