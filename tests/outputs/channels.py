"""Feeds that the tests write: one of ordinary entries, and any at all."""

from __future__ import annotations

from hypothesis import strategies as st

from honbun.outputs.syndication import Channel, Entry

FIRST = Entry(
    id="https://a.example/t#1",
    title="Ann: boats & <b>bridges</b>",
    link="https://a.example/t#1",
    published="2008-12-10T09:30:05+09:00",
    updated="2008-12-11T10:00",
    author="Ann <ann@a.example>",
    content="Boats & <b>bridges</b> ]]>\nfloat &amp; stand",
    image="https://a.example/boat.png",
    categories=("Boats", "R&D"),
)
SECOND = Entry(id="key-2", title="本文", published="2008-12", summary="short", content="long")
FEED = Channel(
    title="A thread",
    link="https://a.example/t",
    self_link="https://a.example/t.xml",
    language="en-GB",
    description="Of boats",
    entries=(FIRST, SECOND),
)

# Code points of all kinds, the forbidden ones among them.
_ODD_CHARACTERS = "\x00\x0b\x1b\r\n\ud800\udfff\ufffe<>&]'\"\u2028\u202e\u2066"
ANY_TEXT = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(_ODD_CHARACTERS),
    ),
    max_size=30,
) | st.sampled_from(["]]>", "<![CDATA[", "<!-- -->", "&lt;", "&#0;", "<b>", "<?xml?>", " "])
_MAYBE = st.none() | ANY_TEXT
_ADDRESSES = _MAYBE | st.sampled_from(
    ["https://a.example/b c?d=本#e", "http://[", "http://", "b.html", "javascript:x()", "tag:x"]
)
_WRITTEN = ["2008", "2008-12", "--12-10", "2008-12-10", "2008-12-10T09:30", "2008-02-30"]
_ODD = [
    "2008-12-10T24:00",
    "0001-01-01",
    "2008-13",
    "9999-12-31T23:59-12:00",
    "20081210",
    "２００８",
]
DATES = st.one_of(
    _MAYBE,
    st.sampled_from(_WRITTEN + _ODD),
    st.datetimes(timezones=st.none() | st.timezones()).map(lambda when: when.isoformat()),
)
ENTRIES = st.builds(
    Entry,
    id=ANY_TEXT | st.sampled_from(["https://a.example/", "urn:x:y", "key"]),
    title=ANY_TEXT,
    link=_ADDRESSES,
    published=DATES,
    updated=DATES,
    author=_MAYBE,
    summary=_MAYBE,
    content=_MAYBE,
    image=_ADDRESSES,
    categories=st.lists(ANY_TEXT, max_size=2).map(tuple),
)
FEEDS = st.builds(
    Channel,
    title=ANY_TEXT,
    link=_ADDRESSES,
    id=_ADDRESSES,
    self_link=_ADDRESSES,
    language=_MAYBE | st.sampled_from(["ja", "pt-BR", "English"]),
    description=_MAYBE,
    updated=DATES,
    entries=st.lists(ENTRIES, max_size=3).map(tuple),
)
