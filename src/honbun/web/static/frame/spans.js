// Ranges of text that belong to groups, such as a sentence that is on several pages.

import { Ink, rectanglesOf } from "./ink.js";
import { SPANS } from "./kinds.js";

export class Spans {
  #layer;
  #ink = new Ink("spans", SPANS, 1);
  #drawing;
  /** @type {{range: StaticRange, group: unknown}[]} */
  #all = [];

  constructor(layer) {
    this.#layer = layer;
  }

  get css() {
    return this.#ink.css;
  }

  begin(drawing) {
    this.#drawing = drawing;
    this.set([]);
  }

  set(spans) {
    this.#layer.clear("spans");
    this.#all = [];
    for (const { from, to, name, group } of spans) {
      const range = this.#range(from, to);
      if (!range) continue;
      this.#all.push({ range, group });
      const known = name in SPANS ? name : "shared";
      const ink = this.#ink.on(known, [range], () => rectanglesOf(range));
      this.#layer.set("spans", this.#all.length, ink);
    }
  }

  /** The group of the range at a point of the page; undefined for none. */
  at(x, y) {
    const isHit = ({ left, top, right, bottom }) =>
      left <= x && x <= right && top <= y && y <= bottom;
    return this.#all.find(({ range }) => rectanglesOf(range).some(isHit))?.group;
  }

  #range([firstRun, from], [lastRun, to]) {
    const [first, last] = [firstRun, lastRun].map((run) => this.#drawing.ofRun.get(run));
    if (!first || !last) return null;
    return new StaticRange({
      startContainer: first, startOffset: units(first.data, from),
      endContainer: last, endOffset: units(last.data, to),
    });
  }
}

/** The server counts code points, browsers count UTF-16 code units. */
function units(text, characters) {
  let at = 0;
  for (let left = characters; left > 0 && at < text.length; left -= 1) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return at;
}
