"""A snapshot as one HTML file: the page as it looks, with some of its parts coloured.

The file holds the steps as data, and a script of ours that creates element by element from them;
its policy allows no other script and no loading.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

from honbun.web.snapshot.draw import to_json

if TYPE_CHECKING:
    from collections.abc import Collection

    from honbun.web.snapshot.model import Snapshot

_SCRIPT = """
const page = JSON.parse(document.getElementById("page").textContent);
for (const sheet of page.sheets) {
  const style = document.createElement("style");
  style.textContent = sheet.css;
  if (sheet.media) style.media = sheet.media;
  document.head.append(style);
}
const runs = new Set(page.coloured_runs), nodes = new Set(page.coloured_nodes);
const roots = { html: document.documentElement, body: document.body };
const open = [];
let run = 0;
for (const step of page.steps) {
  const parent = open[open.length - 1];
  if (typeof step === "number") {
    open.length -= step;
  } else if (typeof step === "string") {
    const text = document.createTextNode(step);
    if (runs.has(page.runs[run++]) && step.trim()) {
      const mark = document.createElement("mark");
      mark.className = "honbun-content";
      mark.append(text);
      parent.append(mark);
    } else {
      parent.append(text);
    }
  } else {
    const [tag, attributes, node] = step;
    const element = open.length < 2 && roots[tag] ? roots[tag] : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (nodes.has(node)) element.classList.add("honbun-picture");
    if (!element.isConnected) parent.append(element);
    open.push(element);
  }
}
"""
_STYLE = (
    "mark.honbun-content{background:#ffe08a!important;color:inherit!important}"
    ".honbun-picture{outline:4px solid #f0b000!important}"
)
_POLICY = (
    "default-src 'none'; script-src 'nonce-honbun'; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; base-uri 'none'; form-action 'none'"
)
# Nothing of a page is parsed as HTML, so no element of it can carry the nonce.


def standalone(
    snapshot: Snapshot, title: str, *, runs: Collection[int], nodes: Collection[int]
) -> str:
    """The file; `runs` of text and `nodes` such as pictures are coloured."""
    data = {**to_json(snapshot), "coloured_runs": sorted(runs), "coloured_nodes": sorted(nodes)}
    # "<" could end the script element; in JSON it may be escaped.
    steps = json.dumps(data).replace("<", "\\u003c")
    doctype = "<!doctype html>\n" if snapshot.mode == "standards" else ""
    return (
        f'{doctype}<html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f'<script id="page" type="application/json">{steps}</script>'
        f'<script type="module" nonce="honbun">{_SCRIPT}</script></head><body></body></html>\n'
    )
