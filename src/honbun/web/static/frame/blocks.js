// The own text and pictures of each block: those that are in no inner block.

/** A rectangle on the page, from its top left corner. */
export const ZERO = Object.freeze({ left: 0, top: 0, right: 0, bottom: 0 });

/** The number of text runs up to which a block is measured by its box. */
const FEW = 4;
/** The maximum number of neighbours to examine, and of visible ones to find. */
const [LOOKED, SEEN] = [24, 3];
const SHOWN = { opacityProperty: true, visibilityProperty: true };

/** The blocks of a drawing that can be pointed at and marked. */
export class Blocks {
  #drawing;
  /** For each element, by its index, the block around it; -1 outside all blocks. */
  #nearest = /** @type {number[]} */ ([]);
  /** The pieces of each block, by its index: the items between two other blocks. */
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

  /** The tree number of the block around an element, given by index; null for none. */
  around(place) {
    const block = this.#nearest[place];
    return block === -1 ? null : this.#drawing.nodes[block];
  }

  /** A block's own text and pictures, in pieces. */
  piecesOf(node) {
    return this.#pieces.get(this.#drawing.ofNode.get(node)) ?? [];
  }

  /** The visible position of each piece of a block, or of the whole block if it has no pieces. */
  own(node) {
    const found = this.piecesOf(node).map((piece) => this.union(piece)).filter(isSome);
    return found.length ? found : this.whole(node);
  }

  /** The approximate position of the own text and pictures of a block. */
  roughly(node) {
    const pieces = this.piecesOf(node);
    // Measuring a box is faster than measuring text, but long text may overflow its box by screens.
    if (pieces.length === 1 && pieces[0].length <= FEW) {
      const box = this.union([this.#drawing.elements[this.#drawing.ofNode.get(node)]]);
      if (isSome(box)) return [box];
    }
    return pieces.map((piece) => this.union(piece));
  }

  /** The position of a block with everything inside it. */
  whole(node) {
    const element = this.#drawing.elements[this.#drawing.ofNode.get(node)];
    if (element === undefined) return [];
    const box = this.union([element]);
    if (isSome(box)) return [box];
    // Elements around floats and with `display: contents` have no size.
    this.#range.selectNodeContents(element);
    return [onPage(this.#range.getBoundingClientRect())].filter(isSome);
  }

  /** The first line of the first visible text, if there is one. */
  firstLine(texts) {
    for (const text of texts) {
      if (!text.parentElement.checkVisibility(SHOWN)) continue;
      this.#range.selectNodeContents(text);
      const line = [...this.#range.getClientRects()].find(isSome);
      if (line) return [onPage(line)];
    }
    return [];
  }

  /** The positions of the neighbours of an item. */
  beside(thing) {
    const at = this.#firstFrom(thing);
    const after = this.#drawing.things[at] === thing ? at + 1 : at;
    return [...this.#seen(at - 1, -1), ...this.#seen(after, 1)];
  }

  /** The index of the first item that is not before a node of the page. */
  #firstFrom(node) {
    const { things } = this.#drawing;
    let [low, high] = [0, things.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = node.compareDocumentPosition(things[middle]);
      if (order & Node.DOCUMENT_POSITION_PRECEDING) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #seen(from, step) {
    const { things } = this.#drawing;
    const found = [];
    for (let n = 0; n < LOOKED && found.length < SEEN; n += 1) {
      const thing = things[from + n * step];
      if (thing) found.push(...this.boxes([thing]));
    }
    return found;
  }

  /** The position of each text and element. */
  boxes(nodes) {
    return nodes.map((node) => this.#bounds(node)).filter(isSome);
  }

  /** The rectangle around texts and elements. */
  union(nodes) {
    return around(this.boxes(nodes));
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

/** Whether a rectangle is not empty. */
export function isSome(box) {
  return box.right > box.left && box.bottom > box.top;
}
