"""Pages for the tests of inspection: a small site, a thread, a list, and a borrower."""

from __future__ import annotations

import json

SHARED = (
    "The old ferry made its last crossing before the bridge was opened to the public.",
    "Nobody on the island had expected so many people to come and wave at a boat.",
)
CHANGED = (
    "The captain kept the brass bell and gave the wheel to the school on the hill.",
    "The captain kept the brass bell and gave the wheel to a school on the hill.",
)
BORROWED_TITLE = "Boats we have loved"


def article(title: str, *paragraphs: str, day: int = 1) -> str:
    """A page of a site whose pages share one template."""
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return f"""<!doctype html><html lang=en><head><title>{title} | Harbour Post</title>
<link rel=canonical href="https://harbour.example/{title.lower().replace(" ", "-")}"></head><body>
<nav><ul><li><a href=/>Front page</a><li><a href=/boats>Boats</a><li><a href=/tides>Tides</a></ul>
</nav><article><h1>{title}</h1><p class=date>{day} May 2024</p>{body}</article>
<footer><p>Harbour Post, printed on the quay every morning since 1951</p></footer></body></html>"""


SITE = {
    "ferry.html": article("The last ferry", *SHARED, CHANGED[0], day=3),
    "tide.html": article(
        "A high tide",
        "Water stood in the lower market for an hour and left a line of weed on the doors.",
        "The baker moved his flour upstairs at noon and had bread ready by the evening.",
        day=4,
    ),
    "lamp.html": article(
        "New lamps on the pier",
        "Forty lamps were hung along the pier and every one of them is a different green.",
        "The committee says that this is what the old photographs show, and nobody argues.",
        day=5,
    ),
    "seal.html": article(
        "A seal in the dock",
        "A young seal slept on the slipway for two days and the apprentices worked around it.",
        "It left on the second evening without a word, as the foreman told the newspaper.",
        day=6,
    ),
}
BORROWER = f"""<!doctype html><html lang=en><head><title>{BORROWED_TITLE}</title>
<link rel=canonical href="https://boats.example/loved"></head><body><h1>{BORROWED_TITLE}</h1>
<p>{SHARED[0]}</p><p>We all remember the day. {SHARED[1]} It rained in the afternoon.</p>
<p>{CHANGED[1]}</p><p>There are other boats too, and we shall write about every one of them in
turn, beginning with the small ones that nobody photographs.</p></body></html>"""
THREAD = (
    """<!doctype html><html lang=en><head><title>Rope or chain? - Dock talk</title></head>
<body><h1>Rope or chain?</h1>"""
    + "".join(
        f"""<div class=post id=p{number}><div class=head><b class=author>{author}</b>
<span class=date>2023-02-{10 + number}</span> <a href=#p{number}>#{number}</a></div>
<div class=text><p>{text}</p></div></div>"""
        for number, (author, text) in enumerate(
            [
                (
                    "Oda",
                    "My mooring is eight metres deep and I cannot decide between rope and chain.",
                ),
                (
                    "Birk",
                    "Chain for the first half of it, rope above, and look at it twice a year.",
                ),
                (
                    "Oda",
                    "Twice a year it is, then; I had hoped for something that looks after itself.",
                ),
            ],
            1,
        )
    )
    + "</body></html>"
)
LIST = (
    """<!doctype html><html lang=en><head><title>Harbour office: notices</title></head><body>
<nav><a href=/>Start</a> <a href=/map>Map</a></nav><h1>Notices</h1><ul class=notices>"""
    + "".join(
        f"<li><span>2024-05-{20 - number:02}</span> <a href=/notice/{number}>{title}</a></li>"
        for number, title in enumerate(
            [
                "The crane is closed for repairs until Thursday",
                "Fees for visiting boats from June onwards",
                "Lost: one oar, painted blue at the blade",
                "The tide tables for the summer are printed",
                "Dredging in the western basin next week",
            ]
        )
    )
    + "</ul></body></html>"
)
HOSTILE = """<!doctype html><html lang=en><head><title>&lt;img src=x onerror=alert(1)&gt;</title>
</head><body><h1>Quite an ordinary heading for a page</h1><script>document.title="owned"</script>
<p onclick="alert(2)">A paragraph that says a little more than the heading does, and no harm meant.
<a href="javascript:alert(3)">A link</a></p></body></html>"""


def body(files: dict[str, str | bytes]) -> bytes:
    """Files as the browser sends them."""
    raw = {name: data.encode() if isinstance(data, str) else data for name, data in files.items()}
    names = [{"name": name, "size": len(data)} for name, data in raw.items()]
    return json.dumps(names).encode() + b"\n" + b"".join(raw.values())
