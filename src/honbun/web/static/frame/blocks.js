// Which text and which pictures belong to which block: those that are in no block inside it.

/** A rectangle on the page, from its top left corner. */
export const ZERO = Object.freeze({ left: 0, top: 0, right: 0, bottom: 0 });

/** Runs of text that are no long text. */
const FEW = 4;

/** The blocks of a drawing that are pointed at and marked. */
export class Blocks {
  #drawing;
  /** For each element the block that it is in, by the element's place; -1 outside of all. */
  #nearest = /** @type {number[]} */ ([]);
  /** By the block's place: its pieces, each the things between two other blocks. */
  #pieces = /** @type {Map<number, (Text|Element)[][]>} */ (new Map());
  #range = document.createRange();

  /** @param {Iterable<number>} targets numbers in the tree */
  constructor(drawing, targets) {
    this.#drawing = drawing;
    this.#divide(new Set(targets));
  }

  #divide(targets) {
    const { nodes, up, things, holders } = this.#drawing;
    for (let place = 0; place < nodes.length; place += 1) {
      const own = targets.has(nodes[place]);
      this.#nearest.push(own ? place : up[place] === -1 ? -1 : this.#nearest[up[place]]);
    }
    let before = -1;
    things.forEach((thing, number) => {
      const block = this.#nearest[holders[number]];
      if (block !== -1) this.#take(block, thing, block === before);
      before = block;
    });
  }

  #take(block, thing, goesOn) {
    const pieces = this.#pieces.get(block);
    if (pieces === undefined) this.#pieces.set(block, [[thing]]);
    else if (goesOn) pieces.at(-1).push(thing);
    else pieces.push([thing]);
  }

  /** The block, as a number in the tree, that an element (by its place) is in; null for none. */
  around(place) {
    const block = this.#nearest[place];
    return block === -1 ? null : this.#drawing.nodes[block];
  }

  /** A block's own text and pictures, in pieces. */
  piecesOf(node) {
    return this.#pieces.get(this.#drawing.ofNode.get(node)) ?? [];
  }

  /** Where each piece of a block is seen; where it has nothing of its own, the whole of it. */
  own(node) {
    const found = this.piecesOf(node).map((piece) => this.union(piece)).filter(isSome);
    return found.length ? found : this.whole(node);
  }

  /** Where a block's own text and pictures are, more or less. */
  roughly(node) {
    const pieces = this.piecesOf(node);
    // A box is asked for sooner than text; but long text may stand out of its box by screens.
    if (pieces.length === 1 && pieces[0].length <= FEW) {
      const box = this.union([this.#drawing.elements[this.#drawing.ofNode.get(node)]]);
      if (isSome(box)) return [box];
    }
    return pieces.map((piece) => this.union(piece));
  }

  /** Where a block is with all that is in it. */
  whole(node) {
    const element = this.#drawing.elements[this.#drawing.ofNode.get(node)];
    if (element === undefined) return [];
    const box = this.union([element]);
    if (isSome(box)) return [box];
    // Around floats and in `display: contents` an element has no size of its own.
    this.#range.selectNodeContents(element);
    return [onPage(this.#range.getBoundingClientRect())].filter(isSome);
  }

  /** The rectangle around texts and elements. */
  union(nodes) {
    return around(nodes.map((node) => this.#bounds(node)).filter(isSome));
  }

  #bounds(node) {
    if (!(node instanceof Text)) return onPage(node.getBoundingClientRect());
    this.#range.selectNodeContents(node);
    return onPage(this.#range.getBoundingClientRect());
  }
}

/** The rectangle around rectangles. */
export function around(boxes) {
  if (boxes.length === 0) return ZERO;
  const all = { ...boxes[0] };
  for (const { left, top, right, bottom } of boxes) {
    all.left = Math.min(all.left, left);
    all.top = Math.min(all.top, top);
    all.right = Math.max(all.right, right);
    all.bottom = Math.max(all.bottom, bottom);
  }
  return all;
}

/** A rectangle of the window as one of the page. */
export function onPage({ left, top, right, bottom }) {
  const [x, y] = [window.scrollX, window.scrollY];
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Whether there is anything of a rectangle. */
export function isSome(box) {
  return box.right > box.left && box.bottom > box.top;
}
