// The pointer: the block under it, and its actions. Elements of the page do not react.

import { EdgeScroll } from "./edge.js";

/** Events whose default actions are prevented. */
const STOPPED = [
  "click", "dblclick", "auxclick", "contextmenu", "mousedown", "mouseup", "submit", "reset",
  "dragstart", "dragover", "drop", "selectstart", "beforeinput", "change", "copy", "cut", "paste",
];
/** Pixels that the mouse must move before a press becomes a scrolling drag. */
const MOVED = 8;

export class Pointer {
  #say;
  #drawing = null;
  #blocks = null;
  #spans;
  /** The last position of the mouse in the window; null while it is outside. */
  #last = null;
  #awaited = false;
  /** The pressed pointer, its button and the blocks that it has passed. */
  #pressed = null;
  #edge = new EdgeScroll();

  constructor(say, spans) {
    this.#say = say;
    this.#spans = spans;
    const capture = { capture: true, passive: false };
    for (const type of STOPPED) {
      document.addEventListener(type, (event) => event.preventDefault(), capture);
    }
    const on = (type, handle) => document.addEventListener(type, handle, { capture: true });
    on("pointermove", (event) => this.#moved(event));
    on("pointerdown", (event) => this.#down(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#cancelled(event));
    on("pointerout", ({ relatedTarget }) => relatedTarget === null && this.leave());
    on("scroll", () => this.#await());
  }

  begin(drawing, blocks) {
    this.#drawing = drawing;
    this.#blocks = blocks;
    this.#end();
    this.#await();
  }

  #moved(event) {
    // A moving finger scrolls the page.
    if (event.pointerType === "touch") return;
    // It was released without an event: over another window, or while a dialog was open.
    if (this.#pressed?.id === event.pointerId && event.buttons === 0) this.#release(placeOf(event));
    this.#follow(placeOf(event));
  }

  #follow(place) {
    this.#last = place;
    const { y } = place;
    if (this.#pressed && Math.abs(y - this.#pressed.y) > MOVED) this.#edge.at(y);
    this.#await();
  }

  /** The page around the frame reports the mouse outside it, and whether it is pressed. */
  outside({ x, y, held }) {
    if (!this.#pressed) this.leave();
    else if (held) this.#follow({ ...this.#last, x, y });
    else {
      this.#release({ ...this.#last, x, y });
      this.leave();
    }
  }

  /** The mouse has left the frame; a drag continues. */
  leave() {
    if (this.#pressed) return;
    this.#last = null;
    this.#await();
  }

  /** Mouse events are more frequent than animation frames. */
  #await() {
    if (this.#awaited) return;
    this.#awaited = true;
    requestAnimationFrame(() => {
      this.#awaited = false;
      this.#tell();
    });
  }

  #tell() {
    if (!this.#blocks) return;
    if (this.#last === null) {
      this.#say({ type: "over", node: null, x: 0, y: 0 });
      return;
    }
    const { x, y, shift, ctrl } = this.#last;
    const node = this.#at(x, y);
    this.#say({ type: "over", node, x, y });
    if (!this.#pressed || this.#pressed.over === node) return;
    this.#pressed.over = node;
    this.#say({ type: "drag", node, x, y, button: this.#pressed.button, shift, ctrl });
  }

  #down(event) {
    if (!this.#blocks || this.#pressed) return;
    window.focus(); // pressed elements get no focus, but keys must reach the frame
    const { x, y } = placeOf(event);
    const over = this.#at(x, y);
    this.#pressed = { id: event.pointerId, button: event.button, over, y };
    // Whether a touch was a tap or a scroll is known only at its end.
    if (event.pointerType === "touch") return;
    this.#last = placeOf(event);
    document.documentElement.setPointerCapture(event.pointerId);
    this.#press(event, over);
  }

  #up(event) {
    if (this.#pressed?.id !== event.pointerId) return;
    if (event.pointerType === "touch") this.#press(event, this.#pressed.over);
    this.#release(placeOf(event));
  }

  #release(place) {
    this.#say(this.#message("release", place, this.#at(place.x, place.y)));
    this.#end();
  }

  #cancelled(event) {
    if (this.#pressed?.id !== event.pointerId) return;
    if (event.pointerType !== "touch") this.#say(this.#message("release", placeOf(event), null));
    this.#end();
  }

  #end() {
    this.#pressed = null;
    this.#edge.at(null);
  }

  #press(event, node) {
    const place = placeOf(event);
    const { x, y } = place;
    this.#say(this.#message("press", place, node));
    const group = this.#spans.at(x + window.scrollX, y + window.scrollY);
    if (group !== undefined) this.#say({ type: "group", group });
  }

  #message(type, place, node) {
    return { type, node, ...place, button: this.#pressed.button };
  }

  /**
   * The innermost block at a point: that of the topmost element with visible content. Empty and
   * transparent overlays are ignored. A drag may have left the window.
   */
  #at(x, y) {
    const { places, holds } = this.#drawing;
    if (this.#pressed) [x, y] = [within(x, window.innerWidth), within(y, window.innerHeight)];
    for (const element of document.elementsFromPoint(x, y)) {
      const place = places.get(element);
      if (place === undefined || !holds[place]) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      return this.#blocks.around(place);
    }
    return null;
  }
}

function within(at, size) {
  return Math.min(Math.max(at, 0), size - 1);
}

function placeOf({ clientX, clientY, shiftKey, ctrlKey, metaKey }) {
  return { x: clientX, y: clientY, shift: shiftKey, ctrl: ctrlKey || metaKey };
}
