// Marks of blocks, on their own text and pictures only, so that inner blocks are separate.

import { fade } from "./fade.js";
import { Ink, stretchOf } from "./ink.js";
import { KINDS } from "./kinds.js";

/** Possible places of a tag. */
const BY_TEXT = ["above", "after", "corner"];
const BY_PICTURE = ["inside", ...BY_TEXT];
const GROUPS = ["inks", "pictures", "tags"];

export class Marks {
  #layer;
  #ink;
  #blocks;

  constructor(layer) {
    this.#layer = layer;
    this.#ink = new Ink("marks", KINDS, 0);
  }

  get css() {
    return this.#ink.css;
  }

  /** Reset for other blocks. */
  begin(blocks) {
    this.#blocks = blocks;
    this.#clear();
  }

  /** @param {[number, string][]} marks node and name of each; "none" removes a mark */
  set(marks, clear) {
    if (clear) this.#clear();
    for (const [node, name] of marks) this.#mark(node, KINDS[name] && name);
  }

  #clear() {
    for (const group of GROUPS) this.#layer.clear(group);
  }

  #mark(node, name) {
    for (const group of GROUPS) this.#layer.set(group, node, null);
    if (!name) return;
    const things = this.#blocks.piecesOf(node).flat();
    const texts = things.filter((thing) => thing instanceof Text);
    const pictures = things.filter((thing) => !(thing instanceof Text));
    if (texts.length) this.#colour(node, name, texts);
    if (name === "dropped") this.#fade(node, [...pictures, ...buttonsAround(texts)]);
    else if (pictures.length) this.#frame(node, name, pictures, !texts.length);
  }

  #colour(node, name, texts) {
    const { edge, tag } = KINDS[name];
    const rough = () => this.#blocks.roughly(node);
    this.#layer.set("inks", node, this.#ink.on(name, texts.map(stretchOf), rough));
    if (!tag) return;
    this.#layer.set("tags", node, {
      rough,
      measure: () => this.#blocks.firstLine(texts),
      near: () => this.#blocks.beside(texts[0]),
      box: { look: "tagged", colours: { "--edge": edge }, label: tag, places: BY_TEXT },
    });
  }

  #fade(node, elements) {
    if (!elements.length) return;
    const measure = () => this.#blocks.boxes(elements);
    this.#layer.set("pictures", node, { measure, show: () => fade(elements) });
  }

  #frame(node, name, pictures, isTagged) {
    const { paper, edge, tag } = KINDS[name];
    const colours = { "--paper": paper, "--edge": edge };
    this.#layer.set("pictures", node, {
      measure: () => this.#blocks.boxes(pictures),
      near: () => this.#blocks.beside(pictures[0]),
      box: { look: `picture ${name}`, colours, label: isTagged ? tag : "", places: BY_PICTURE },
    });
  }
}

/** Only text is marked, except buttons, whose background would dominate their text. */
function buttonsAround(texts) {
  return new Set(texts.map((text) => text.parentElement.closest("[data-button]")).filter(Boolean));
}
