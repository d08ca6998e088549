// The outline of the current block, and the blocks of a drag.

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Cursor {
  #layer;
  #drawing;
  #blocks;

  constructor(layer) {
    this.#layer = layer;
  }

  begin(drawing, blocks) {
    this.#drawing = drawing;
    this.#blocks = blocks;
  }

  /** Outline a block (whole, or its own text), or none. */
  point(node, whole, scroll) {
    const blocks = this.#blocks;
    this.#layer.set("point", 0, node === null ? null : {
      measure: () => (whole ? blocks.whole(node) : blocks.own(node)),
      box: { look: whole ? "point whole" : "point" },
    });
    if (scroll && node !== null) this.#reveal(node);
  }

  /** Show the blocks that a drag has passed. */
  range(nodes) {
    this.#layer.replace("range", nodes, (node) => ({
      measure: () => this.#blocks.own(node),
      box: { look: "range" },
    }));
  }

  #reveal(node) {
    const element = this.#drawing.elements[this.#drawing.ofNode.get(node)];
    if (!element) return;
    const behavior = still.matches ? "instant" : "smooth";
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom - top < window.innerHeight) {
      if (top < 0 || bottom > window.innerHeight) {
        element.scrollIntoView({ block: "center", inline: "nearest", behavior });
      }
      return;
    }
    // If a block is taller than the window, scroll to the start of its own text.
    const [first] = this.#blocks.own(node);
    if (first) window.scrollTo({ top: first.top - window.innerHeight / 3, behavior });
  }
}
