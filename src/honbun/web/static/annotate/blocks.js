// The blocks of a page, and the blocks of a selection.

/**
 * @typedef {object} Columns the blocks of a page in document order, as `/pages/…` returns them
 * @property {number[]} node
 * @property {number[]} parent
 * @property {number[]} end
 * @property {boolean[]} shown
 * @property {string[]} text
 * @property {string[]} alt alternative texts of its pictures
 *
 * @typedef {object} Ring a block alone, or with everything inside it
 * @property {number} block
 * @property {boolean} whole
 */

export class Blocks {
  /** @param {Columns} columns */
  constructor(columns) {
    this.columns = columns;
    /** The blocks that can be labelled. @type {number[]} */
    this.shown = columns.shown.flatMap((shown, block) => (shown ? [block] : []));
    this.ofNode = new Map(columns.node.map((node, block) => [node, block]));
    this.#before = [0];
    for (const shown of columns.shown) this.#before.push(this.#before.at(-1) + Number(shown));
  }

  /** The number of blocks before each block that can be labelled. */
  #before;

  text(block) {
    return this.columns.text[block];
  }

  /** The text of a block, or the alternative text of its picture. */
  words(block) {
    const { text, alt } = this.columns;
    return text[block] || (alt[block] ? `[picture: ${alt[block]}]` : "[picture]");
  }

  node(block) {
    return this.columns.node[block];
  }

  /** The block of a node, if it can be labelled. */
  at(node) {
    const block = node === null ? undefined : this.ofNode.get(node);
    return block !== undefined && this.columns.shown[block] ? block : null;
  }

  /** The block some steps further among those that can be labelled; stops at the ends. */
  step(block, by) {
    if (this.shown.length === 0) return null;
    const place = block === null ? (by > 0 ? -1 : this.shown.length) : this.#before[block];
    return this.shown[Math.min(Math.max(place + by, 0), this.shown.length - 1)];
  }

  /** All blocks from one to another, in document order. */
  between(one, other) {
    return this.#range(Math.min(one, other), Math.max(one, other) + 1);
  }

  /** The blocks of a ring. */
  within({ block, whole }) {
    return whole ? this.#range(block, this.columns.end[block]) : this.#range(block, block + 1);
  }

  /** The block alone, the whole block, then its ancestors; only those that add a block. */
  rings(block) {
    const rings = [{ block, whole: false }];
    let size = 1;
    for (let outer = block; outer !== -1; outer = this.columns.parent[outer]) {
      const inside = this.#before[this.columns.end[outer]] - this.#before[outer];
      if (inside > size) {
        rings.push({ block: outer, whole: true });
        size = inside;
      }
    }
    return rings;
  }

  #range(from, to) {
    return this.shown.slice(this.#before[from], this.#before[to]);
  }
}
