// The stage: the page in its frame, with labels and selection.

import { Frame } from "/static/frame/channel.js";
import { changed } from "./model.js";

/** Scrolling keys that the tool uses. */
const USED = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", " "];

export class Stage {
  #frame;
  #blocks = null;
  #labels = {};

  constructor(iframe) {
    this.#frame = new Frame(iframe);
    this.#frame.keys(USED);
  }

  on(type, handler) {
    this.#frame.on(type, handler);
  }

  /** Draw a page without labels. */
  async show(page, blocks) {
    this.#blocks = null;
    await this.#frame.draw(page, blocks.shown.map((block) => blocks.node(block)));
    this.#blocks = blocks;
    this.#labels = {};
  }

  /** Show these labels; only changes are drawn. */
  labels(labels) {
    if (!this.#blocks) return;
    const blocks = changed(this.#labels, labels);
    this.#labels = labels;
    this.#frame.marks(blocks.map((block) => [this.#node(block), labels[block] ?? "none"]));
  }

  /** Outline the selection. */
  select(selection, scroll = false) {
    if (!this.#blocks) return;
    const { ring, cursor } = selection;
    if (ring) this.#frame.point(this.#node(ring.block), { whole: ring.whole, scroll });
    else this.#frame.point(cursor === null ? null : this.#node(cursor), { scroll });
    const wide = ring === null || ring.whole;
    this.#frame.range(wide ? selection.all.map((block) => this.#node(block)) : []);
  }

  /** Outline one block. */
  point(block) {
    if (this.#blocks) this.#frame.point(block === null ? null : this.#node(block), { scroll: true });
  }

  /** A faint frame around each run of blocks of one kind; none for null. */
  preview(labels) {
    if (this.#blocks) this.#frame.boxes(labels ? this.#stretches(labels) : []);
  }

  styled(on) {
    this.#frame.styled(on);
  }

  #stretches(labels) {
    const boxes = [];
    let last = null;
    for (const block of this.#blocks.shown) {
      const kind = labels[block];
      if (kind && kind === last) boxes.at(-1).nodes.push(this.#node(block));
      else if (kind) boxes.push({ nodes: [this.#node(block)], name: "item", label: `${kind}?` });
      last = kind;
    }
    return boxes;
  }

  #node(block) {
    return this.#blocks.node(block);
  }
}
