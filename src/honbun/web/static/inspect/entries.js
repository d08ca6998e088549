// A list of posts, items or sentences, each linked to its place on the page.

import { make } from "./element.js";
import { Panel } from "./panel.js";

export class Entries extends Panel {
  /** The entries of the list, as the things are. @type {HTMLElement[]} */
  entries = [];

  /** What frames on the page are: posts or items. */
  framed = "item";

  /** A list of the things; what is pointed at in it is shown on the page. */
  list(things, entry, attributes = {}) {
    this.things = things;
    this.entries = things.map((thing, at) => {
      // One of them is a stop of the Tab key; j and k go on from there.
      const element = make("li", { class: "entry", tabindex: at ? -1 : 0 }, ...entry(thing, at));
      element.addEventListener("pointermove", ({ pointerType, movementX, movementY }) => {
        // A mouse that rests points at nothing, though the list moves under it.
        if (pointerType !== "mouse" || this.at === at || !(movementX || movementY)) return;
        this.point(at, { scroll: true, quiet: true });
      });
      element.addEventListener("click", () => this.point(at, { scroll: true }));
      element.addEventListener("focus", () => {
        if (this.at !== at) this.point(at, { scroll: true });
      });
      element.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.target === element) this.enter(thing);
      });
      return element;
    });
    return make("ol", { class: "entries", ...attributes }, ...this.entries);
  }

  move(step) {
    super.move(step);
    // Who works in the frame stays there.
    if (document.activeElement?.tagName === "IFRAME") return;
    this.entries[this.at]?.focus({ preventScroll: true });
  }

  /** @param {{scroll?: boolean, quiet?: boolean, reveal?: boolean}} how */
  point(at, { scroll = false, quiet = false, reveal = !quiet }) {
    this.entries[this.at]?.removeAttribute("aria-current");
    super.point(at);
    this.entries.forEach((entry, number) => { entry.tabIndex = number === Math.max(at, 0) ? 0 : -1; });
    const entry = this.entries[at];
    entry?.setAttribute("aria-current", "true");
    if (reveal) entry?.scrollIntoView({ block: "nearest" });
    this.mark(this.things[at], scroll);
    if (entry && !quiet) this.view.say(this.spoken(this.things[at], at));
  }

  /** Show a thing on the page, among the others. */
  mark(thing, scroll) {
    const { frame } = this.view;
    frame.boxes(this.things.map(({ nodes, runs }, at) => (
      { nodes, runs, name: at === this.at ? "chosen" : this.framed, label: String(at + 1) })));
    if (!thing || !scroll) return;
    frame.point(thing.lead, { whole: true, scroll });
    frame.point(null); // it is framed already
  }

  over(node) {
    const at = node === null ? -1 : this.holding(node);
    if (at !== -1 && at !== this.at) this.point(at, { quiet: true, reveal: true });
  }

  press(node) {
    this.over(node);
  }

  /** The innermost thing that an element of the page is in. */
  holding(node) {
    let [found, size] = [-1, Infinity];
    this.things.forEach(({ nodes, ends }, at) => nodes.forEach((first, number) => {
      if (first <= node && node < ends[number] && ends[number] - first < size) {
        [found, size] = [at, ends[number] - first];
      }
    }));
    return found;
  }

  /** What Enter does with a thing. */
  enter(_thing) {}

  /** The text of an entry for screen readers. */
  spoken(_thing, _at) { return ""; }
}
