// Selection: the blocks for the next label. A block, a wider one around it, or a range of blocks.

export class Selection {
  #blocks;
  #rings = [];
  #ring = 0;

  /** @param {import("./blocks.js").Blocks} blocks */
  constructor(blocks) {
    this.#blocks = blocks;
    /** The first block of the selection. @type {number|null} */
    this.anchor = null;
    /** The last block: the one under the pointer. @type {number|null} */
    this.cursor = null;
  }

  /** Select one block. */
  point(block) {
    this.anchor = this.cursor = block;
    this.#rings = block === null ? [] : this.#blocks.rings(block);
    this.#ring = 0;
  }

  /** Extend the selection to a block. */
  extend(block) {
    this.anchor ??= block;
    this.cursor = block;
    this.#rings = this.#blocks.rings(block);
    this.#ring = 0;
  }

  get isRange() {
    return this.anchor !== this.cursor;
  }

  /** The selected block and its extent; null for no block or a range. */
  get ring() {
    return this.isRange || this.cursor === null ? null : this.#rings[this.#ring];
  }

  /** Whether a block is part of the selection, and not all of it. */
  holds(block) {
    const { ring } = this;
    return ring !== null && ring.whole && this.#blocks.within(ring).includes(block);
  }

  /** Widen or narrow the selection by one level; return whether that was possible. */
  widen(by) {
    if (this.cursor === null) return false;
    this.anchor = this.cursor;
    const ring = Math.min(Math.max(this.#ring + by, 0), this.#rings.length - 1);
    const moved = ring !== this.#ring;
    this.#ring = ring;
    return moved;
  }

  /** The selected blocks. */
  get all() {
    if (this.cursor === null) return [];
    if (this.isRange) return this.#blocks.between(this.anchor, this.cursor);
    return this.#blocks.within(this.ring);
  }
}
