// Selection: what the next label is for. A block, something wider around it, or a range of blocks.

export class Selection {
  #blocks;
  #rings = [];
  #ring = 0;

  /** @param {import("./blocks.js").Blocks} blocks */
  constructor(blocks) {
    this.#blocks = blocks;
    /** Where the selection began. @type {number|null} */
    this.anchor = null;
    /** Where it ends: the block that is pointed at. @type {number|null} */
    this.cursor = null;
  }

  /** Point at a block, and at nothing else. */
  point(block) {
    this.anchor = this.cursor = block;
    this.#rings = block === null ? [] : this.#blocks.rings(block);
    this.#ring = 0;
  }

  /** Go on to a block from where the selection began. */
  extend(block) {
    this.anchor ??= block;
    this.cursor = block;
    this.#rings = this.#blocks.rings(block);
    this.#ring = 0;
  }

  get isRange() {
    return this.anchor !== this.cursor;
  }

  /** What is pointed at: null for nothing, or for a range. */
  get ring() {
    return this.isRange || this.cursor === null ? null : this.#rings[this.#ring];
  }

  /** Whether a block is in the selection already, and not the whole of it. */
  holds(block) {
    const { ring } = this;
    return ring !== null && ring.whole && this.#blocks.within(ring).includes(block);
  }

  /** Take one more around, or one less; whether there was any. */
  widen(by) {
    if (this.cursor === null) return false;
    this.anchor = this.cursor;
    const ring = Math.min(Math.max(this.#ring + by, 0), this.#rings.length - 1);
    const moved = ring !== this.#ring;
    this.#ring = ring;
    return moved;
  }

  /** The blocks that a label would be for. */
  get all() {
    if (this.cursor === null) return [];
    if (this.isRange) return this.#blocks.between(this.anchor, this.cursor);
    return this.#blocks.within(this.ring);
  }
}
