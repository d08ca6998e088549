// Text is marked with the CSS Custom Highlight API, which changes no element.

import { isSome, onPage } from "./blocks.js";

/** Names that a page's style sheets cannot guess. */
export const SECRET = `honbun-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

/** Colours ranges of text; without the highlight API, boxes cover them. */
export class Ink {
  #group;
  #kinds;
  /** @type {Map<string, Highlight>} */
  #highlights = new Map();

  /**
   * @param {string} group the name of the group: marks, spans
   * @param {Readonly<Record<string, import("./kinds.js").Kind>>} kinds
   * @param {number} priority the highlight with the higher one is visible where two overlap
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
   * The highlight of these ranges, as an item of the layer. Browsers check all highlights on every
   * paint, so only those near the window exist.
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

/** The lines of a range of text on the page. */
export function rectanglesOf({ startContainer, startOffset, endContainer, endOffset }) {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return [...range.getClientRects()].map(onPage).filter(isSome);
}

/** A static range of a whole text. The page never changes, and live ranges are slow. */
export function stretchOf(text) {
  return new StaticRange({
    startContainer: text, startOffset: 0, endContainer: text, endOffset: text.length,
  });
}
