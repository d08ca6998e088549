// Pointing: mouse and touch on the page.

const LEFT = 0;
const RIGHT = 2;

/**
 * Hovering selects, a click labels, a drag labels all blocks it passes, a right click widens the
 * selection. A widened selection stays while the pointer is inside it.
 */
export class Pointing {
  #tool;
  /** The pressed block, and whether the pointer has left it since. */
  #pressed = null;
  #dragged = false;
  /** The last known position of the pointer. */
  #place = "";
  /** The first block of a range that is chosen by two taps. */
  #first = null;
  ranging = false;
  /** The block that was pressed last, which the buttons outside the page apply to. */
  last = null;
  /** Set when the keyboard moved the selection: scrolling under the mouse is not hovering. */
  resting = false;

  /** @param tool which has `blocks`, `selection`, `selected`, `widen`, `paint`, `say` and `range` */
  constructor(tool, stage) {
    this.#tool = tool;
    stage.on("over", (message) => this.#over(message));
    stage.on("press", (message) => this.#press(message));
    stage.on("drag", (message) => this.#drag(message));
    stage.on("release", (message) => this.#release(message));
  }

  /** Reset for another page. */
  begin() {
    this.#pressed = this.#first = this.last = null;
  }

  /** Start or end selecting a range by its first and last tap. */
  range(on) {
    this.ranging = on;
    this.#first = null;
  }

  #over({ node, x, y }) {
    const moved = this.#place !== `${x} ${y}`;
    this.#place = `${x} ${y}`;
    if (this.resting && !moved) return;
    this.resting = false;
    const block = this.#at(node);
    const { selection } = this.#tool;
    if (block === null || this.#pressed !== null || this.#first !== null) return;
    if (selection.holds(block) || (block === selection.cursor && !selection.isRange)) return;
    selection.point(block);
    this.#tool.selected();
  }

  #press({ node, x, y, button, shift }) {
    // The move may be reported after the press: this is not hovering either.
    this.#place = `${x} ${y}`;
    const block = this.#at(node);
    if (block === null) return;
    if (button === RIGHT) this.#tool.widen(shift ? -1 : 1);
    if (button !== LEFT) return;
    const { selection } = this.#tool;
    const from = this.#first ?? (shift ? this.last : null);
    if (from !== null) selection.point(from), selection.extend(block);
    else if (!selection.holds(block) && (block !== selection.cursor || selection.isRange)) {
      selection.point(block);
    }
    this.#pressed = block;
    this.#dragged = false;
    this.#tool.selected();
  }

  #drag({ node }) {
    const block = this.#at(node);
    if (this.#pressed === null || block === null) return;
    if (!this.#dragged) this.#tool.selection.point(this.#pressed);
    this.#dragged = true;
    this.#tool.selection.extend(block);
    this.#tool.selected();
  }

  #release({ button }) {
    if (button !== LEFT || this.#pressed === null) return;
    const block = this.#pressed;
    this.#pressed = null;
    if (this.ranging && !this.#dragged && this.#first === null) {
      this.#first = block;
      this.#tool.say("Range: choose the last block.", { lasting: true });
      return;
    }
    this.#tool.range(false);
    this.last = block;
    const { selection } = this.#tool;
    this.#tool.paint(selection.all, !selection.isRange);
    selection.point(selection.cursor);
    this.#tool.selected();
  }

  #at(node) {
    return this.#tool.blocks?.at(node) ?? null;
  }
}
