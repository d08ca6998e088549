"""Random pairs of paper 003 (7.2): drawn, judged in the browser, and the judgements read back."""

from __future__ import annotations

import io
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import orjson

from honbun.errors import InputError
from honbun.outputs import pairs_html
from honbun.reproduction.model import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.similar.model import Pair

DRAWN = 1000
"""Pairs that are drawn, as in the paper."""
_SEED = 1

_SCRIPT = """
const pairs = JSON.parse(document.getElementById("pairs").textContent);
const key = "honbun 003 " + pairs.length + " " + pairs[0];
let judged = {};
try { judged = JSON.parse(localStorage.getItem(key) || "{}"); } catch {}
const bar = document.createElement("p");
const save = document.createElement("button");
const count = document.createElement("output");
bar.append(save, " ", count);
document.querySelector("header").append(bar);
save.textContent = "Save judgements";
const show = () => { count.value = Object.keys(judged).length + " of " + pairs.length; };
document.querySelectorAll("article.pair").forEach((article, number) => {
  const choice = document.createElement("fieldset");
  const question = document.createElement("legend");
  question.textContent = "Is this right? " + pairs[number][2];
  choice.append(question);
  article.append(choice);
  for (const [word, right] of [["right", true], ["wrong", false]]) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "radio";
    box.name = "judge-" + number;
    box.checked = judged[number] === right;
    box.addEventListener("change", () => {
      judged[number] = right;
      try { localStorage.setItem(key, JSON.stringify(judged)); } catch {}
      show();
    });
    label.append(box, " " + word + " ");
    choice.append(label);
  }
});
save.addEventListener("click", () => {
  const lines = Object.entries(judged).map(([number, right]) =>
    JSON.stringify({right, a: pairs[number][0], b: pairs[number][1]}) + "\\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(lines, {type: "application/jsonl"}));
  link.download = "judgements.jsonl";
  link.click();
});
show();
"""


def drawn(pairs: Iterable[Pair]) -> list[Pair]:
    """At most 1,000 random pairs, in order: the same of the same pairs."""
    rng = Random(_SEED)
    chosen: list[tuple[int, Pair]] = []
    for number, pair in enumerate(pairs):
        if number < DRAWN:
            chosen.append((number, pair))
        elif (place := rng.randrange(number + 1)) < DRAWN:
            chosen[place] = number, pair
    return [pair for _, pair in sorted(chosen, key=lambda one: one[0])]


def judging_page(pairs: Sequence[Pair], classes: Sequence[str]) -> Document:
    """The pairs side by side with their classes, a choice at each, and a button that saves."""
    buffer = io.BytesIO()
    pairs_html.write(pairs, buffer)
    digest = b64encode(sha256(_SCRIPT.encode()).digest()).decode()
    html = buffer.getvalue().decode()
    html = html.replace("style-src", f"script-src 'sha256-{digest}'; style-src", 1)
    rows = [[pair.a, pair.b, name] for pair, name in zip(pairs, classes)]
    data = orjson.dumps(rows).decode().replace("<", "\\u003c")
    scripts = (
        f'<script type="application/json" id="pairs">{data}</script>\n<script>{_SCRIPT}</script>\n'
    )
    body, end = html.rsplit("</body>", 1)
    return Document(f"{body}{scripts if pairs else ''}</body>{end}")


def is_judgements(path: str) -> bool:
    """Whether a file holds judgements that the page saved."""
    file = Path(path)
    if file.suffix != ".jsonl" or not file.is_file():
        return False
    with file.open("rb") as lines:
        return lines.readline().startswith(b'{"right":')


def read_judgements(path: str) -> dict[tuple[str, str], bool]:
    """Whether the category of each judged pair is right."""
    try:
        rows = [orjson.loads(line) for line in Path(path).read_bytes().splitlines()]
        return {(row["a"], row["b"]): bool(row["right"]) for row in rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} holds no judgements: {error}") from error
