// Pointing: what the mouse, or a finger, means on the page.

const LEFT = 0;
const RIGHT = 2;

/**
 * Hovering selects, a click labels, a drag labels all that it came over, a right click takes what
 * is around. What was taken wider stays as long as the pointer is inside it.
 */
export class Pointing {
  #tool;
  /** The block that was pressed, while it is, and whether the pointer has left it since. */
  #pressed = null;
  #dragged = false;
  /** Where the pointer was when it was last heard of. */
  #place = "";
  /** The first block of a range that is chosen by two taps. */
  #first = null;
  ranging = false;
  /** The block that was pressed last: what the buttons, away from the page, are about. */
  last = null;
  /** Set when the keyboard has moved on: a page that scrolls under the mouse is no hovering. */
  resting = false;

  /** @param tool which has `blocks`, `selection`, `selected`, `widen`, `paint`, `say` and `range` */
  constructor(tool, stage) {
    this.#tool = tool;
    stage.on("over", (message) => this.#over(message));
    stage.on("press", (message) => this.#press(message));
    stage.on("drag", (message) => this.#drag(message));
    stage.on("release", (message) => this.#release(message));
  }

  /** Begin anew, on another page. */
  begin() {
    this.#pressed = this.#first = this.last = null;
  }

  /** Choose by a first and a last tap, or no longer. */
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
    // That it came here may be told later than that it was pressed here: no hovering either.
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
