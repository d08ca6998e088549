"""Pages for `honbun similar` that copy, quote and collect each other.

Every page has its own sentences, with words that no other page has, and some of other pages.
"""

from __future__ import annotations

import json

HARBOUR = [
    "The harbour lights were put out one after another in the winter that the ferry stopped.",
    "Nobody in the town remembers who was the last to climb the iron ladder with the key.",
    "My grandmother kept a candle in the window for a year, as if a boat could steer by it.",
    "When the new lamps came they were white and cold, and the gulls would not sit below them.",
    "The keeper moved inland and grew pears, and never again looked at the sea, he said.",
]
ORCHARD = [
    "Pears want a wall that faces the afternoon, and a gardener who can leave them alone in June.",
    "The old trees at the mill carry fruit as hard as wood, which keeps until the end of March.",
    "We picked eleven baskets on a single Sunday and gave nine of them away before the evening.",
    "A wasp nest hung in the third tree, and so the third tree was left to whoever dared it.",
]
BRIDGE = [
    "The stone bridge was measured again in spring, and it had sunk by the width of a thumb.",
    "Engineers from the county drilled two holes and looked into them for most of a morning.",
    "Carts may cross it one at a time, which is what they have done for three hundred years.",
    "Under the second arch someone has painted a fish, very well, with a hat upon its head.",
]
OWN = "On this page alone it is written how {0} met {0} and {0} was none the wiser for {0} at all."


def page(url: str, *sentences: str, words: str = "", head: str = "") -> str:
    """A page as a line of input."""
    own = "".join(f"<p>{OWN.format(word)}</p>" for word in words.split())
    body = "".join(f"<p>{sentence}</p>" for sentence in sentences)
    html = f"<!doctype html><html><head>{head}</head><body><div>{body}{own}</div></body></html>"
    return json.dumps({"url": url, "html": html}) + "\n"


ARTICLE = "https://shore.example/2021/harbour.html"
MIRROR = "https://old.shore.example/2021/harbour.html"
COPY = "https://bestreads.example/p/77"
LETTER = "https://village.example/letters/9.html"
PEARS = "https://shore.example/2021/pears.html"
STONES = "https://shore.example/2021/stones.html"
YEAR = "https://shore.example/2021/"
QUOTATION = f'<blockquote cite="{ARTICLE}">{HARBOUR[0]}</blockquote><a href="{ARTICLE}">Shore</a>'

COLLECTION = "".join(
    [
        page(ARTICLE, *HARBOUR),
        page(PEARS, *ORCHARD),
        page(STONES, *BRIDGE),
        page(MIRROR, *HARBOUR, words="Ulla"),
        page(COPY, *HARBOUR, words="Tove"),
        page(
            LETTER, OWN.format("Anna"), QUOTATION, words="Berit Cilla Dagny Edda Frida Greta Hilda"
        ),
        page(YEAR, *HARBOUR, *ORCHARD, *BRIDGE),
        page("https://alone.example/", words="Ida Jutta Karen Lena"),
    ]
).encode()
