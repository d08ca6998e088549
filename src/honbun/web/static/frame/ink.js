// Text is marked with the browser's own highlights, which colour the letters and touch no element.

import { isSome, onPage } from "./blocks.js";

/** Names that a page's style sheets cannot guess. */
export const SECRET = `honbun-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

/** Lays ink on stretches of text; where a browser has no highlights, over them. */
export class Ink {
  #group;
  #kinds;
  /** @type {Map<string, Highlight>} */
  #highlights = new Map();

  /**
   * @param {string} group whose ink it is: marks, spans
   * @param {Readonly<Record<string, import("./kinds.js").Kind>>} kinds
   * @param {number} priority which ink is seen where two lie
   */
  constructor(group, kinds, priority) {
    this.#group = group;
    this.#kinds = kinds;
    if (!CSS.highlights) return;
    for (const name of Object.keys(kinds)) {
      const highlight = new Highlight();
      highlight.priority = priority;
      this.#highlights.set(name, highlight);
      CSS.highlights.set(`${SECRET}-${group}-${name}`, highlight);
    }
  }

  /** The style sheet of these highlights. */
  get css() {
    return Object.entries(this.#kinds).map(([name, { paper, ink, line }]) =>
      `::highlight(${SECRET}-${this.#group}-${name}) { background-color: ${paper}; color: ${ink}; `
      + `-webkit-text-fill-color: ${ink}; text-decoration: ${line}; text-shadow: none; }`,
    ).join("\n");
  }

  /**
   * Ink on these stretches, as a thing for the layer: a browser looks at all highlights whenever
   * anything is shown, so there are only those near the window.
   * @param {() => object[]} measure the boxes that they are in
   */
  on(name, ranges, measure) {
    const highlight = this.#highlights.get(name);
    if (!highlight) {
      const box = { look: `ink ${name}`, colours: { "--paper": this.#kinds[name].paper } };
      return { measure: () => ranges.flatMap(rectanglesOf), box };
    }
    const show = () => {
      ranges.forEach((range) => highlight.add(range));
      return () => ranges.forEach((range) => highlight.delete(range));
    };
    return { measure, show };
  }
}

/** The lines of a stretch of text on the page. */
export function rectanglesOf({ startContainer, startOffset, endContainer, endOffset }) {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return [...range.getClientRects()].map(onPage).filter(isSome);
}

/** All of a text. Nothing on the page changes, so that ranges need not follow it (they are slow). */
export function stretchOf(text) {
  return new StaticRange({
    startContainer: text, startOffset: 0, endContainer: text, endOffset: text.length,
  });
}
