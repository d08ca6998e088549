// Lines and labels over the page, which styles of the page cannot change.
//
// They are in a closed shadow root, whose `!important` overrides that of the document, and in the
// browser's top layer, above every z-index. They scroll with the page; only items near the window
// are shown, so that ten thousand marks cost no more than the few that are visible.

import { spotOf } from "./tags.js";

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 *
 * @typedef {object} Look the appearance of boxes over the page
 * @property {string} look a class of layer.css
 * @property {Record<string, string>} [colours] custom properties of layer.css
 * @property {string} [label] the label of the first box
 * @property {import("./tags.js").Place[]} [places] possible places of the label, the best first
 *
 * @typedef {object} Thing an item on the page that is shown while it is near the window
 * @property {() => Box[]} measure its position on the page
 * @property {() => Box[]} [rough] a faster estimate, to find the items near the window
 * @property {Look} [box] the appearance of its boxes
 * @property {() => Box[]} [near] boxes that its label should not cover
 * @property {() => () => void} [show] shows it in another way; returns a function that hides it
 * @property {Box[]} [boxes] the last measurement
 * @property {() => void} [hide] while it is shown
 */

export class Layer {
  #host = document.createElement("div");
  #ground = document.createElement("div");
  #notice = document.createElement("p");
  /** @type {Map<string, Map<unknown, Thing>>} */
  #groups = new Map();
  /** @type {Set<Thing>} */
  #unmeasured = new Set();
  #awaited = false;
  /** The part of the page that items were last checked against; null for none. */
  #band = null;
  #fits = false;
  /** The width of the page. */
  #wide = 0;

  /** @param {CSSStyleSheet} sheet */
  constructor(sheet) {
    const root = this.#host.attachShadow({ mode: "closed" });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#ground, this.#notice);
    this.#ground.className = "ground";
    this.#notice.className = "notice";
    this.#host.popover = "manual";
    this.#ground.setAttribute("aria-hidden", "true");
    const again = () => this.remeasure();
    addEventListener("resize", again);
    // Pictures, fonts and transitions move later elements; none of these events bubbles.
    for (const type of ["load", "transitionend", "animationend"]) {
      document.addEventListener(type, again, true);
    }
    document.fonts.addEventListener("loadingdone", again);
    document.addEventListener("scroll", (event) => this.#scrolled(event), true);
    this.sizes = new ResizeObserver(again);
  }

  /** Attach to a page that was just drawn. */
  cover(root) {
    this.#groups.forEach((_, name) => this.clear(name));
    this.say("");
    this.#fits = false;
    this.#band = null;
    root.appendChild(this.#host);
    this.#host.showPopover();
    this.sizes.disconnect();
    this.sizes.observe(root);
    if (document.body) this.sizes.observe(document.body);
  }

  /** Show a message in place of an empty page; "" removes it. */
  say(sentence) {
    this.#notice.textContent = sentence;
    this.#notice.hidden = !sentence;
  }

  /** Show an item in place of the one with the same key; null removes it. */
  set(group, key, thing) {
    const things = this.#groups.get(group) ?? new Map();
    this.#groups.set(group, things);
    const before = things.get(key);
    if (before) this.#forget(before);
    things.delete(key);
    if (thing === null) return;
    things.set(key, thing);
    this.#unmeasured.add(thing);
    this.#await();
  }

  /** Show exactly these items of a group; existing ones are reused. */
  replace(group, keys, make) {
    const wanted = new Set(keys);
    const things = this.#groups.get(group) ?? new Map();
    for (const key of [...things.keys()]) if (!wanted.has(key)) this.set(group, key, null);
    for (const key of wanted) if (!things.has(key)) this.set(group, key, make(key));
  }

  clear(group) {
    this.#groups.get(group)?.forEach((thing) => this.#forget(thing));
    this.#groups.delete(group);
  }

  /** Measure all items again after the page has moved. */
  remeasure() {
    this.#fits = false;
    this.#band = null;
    for (const thing of this.#all()) this.#unmeasured.add(thing);
    this.#await();
  }

  *#all() {
    for (const things of this.#groups.values()) yield* things.values();
  }

  #forget(thing) {
    this.#unmeasured.delete(thing);
    hide(thing);
  }

  #scrolled(event) {
    // Scrolling inside an element moves its blocks; scrolling the page moves the layer too.
    if (event.target === document) this.#await();
    else this.remeasure();
  }

  #await() {
    if (this.#awaited) return;
    this.#awaited = true;
    requestAnimationFrame(() => {
      this.#awaited = false;
      if (!this.#fits) this.#fit();
      const measured = this.#measure();
      const moved = this.#look();
      this.#show(moved ? this.#all() : measured);
    });
  }

  /** Set the shown part to the surroundings of the window; return whether it changed. */
  #look() {
    const [top, high] = [window.scrollY, window.innerHeight];
    // One more window on either side delays the next update.
    const [first, last] = [top - high / 2, top + 1.5 * high];
    if (this.#band && this.#band.from < first && last < this.#band.to) return false;
    this.#band = { from: top - high, to: top + 2 * high };
    return true;
  }

  /** All reads come before all writes, because alternating them would force repeated layouts. */
  #measure() {
    const measured = [...this.#unmeasured];
    for (const thing of measured) thing.boxes = (thing.rough ?? thing.measure)();
    // Boxes are created again at their current positions.
    for (const thing of measured) if (thing.box) hide(thing);
    this.#unmeasured.clear();
    return measured;
  }

  /** The size of the page, so that lines at its edge do not enlarge it. */
  #fit() {
    this.#fits = true;
    this.#ground.style.width = this.#ground.style.height = "0";
    const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    this.#wide = scrollWidth;
    this.#ground.style.width = `${scrollWidth}px`;
    this.#ground.style.height = `${scrollHeight}px`;
  }

  #show(things) {
    const { from, to } = this.#band;
    const entering = [];
    for (const thing of things) {
      const near = thing.boxes.some((box) => box.bottom > from && box.top < to);
      if (!near) hide(thing);
      else if (!thing.hide) entering.push(thing);
    }
    const looks = entering.map((thing) => thing.box && this.#placed(thing));
    entering.forEach((thing, number) => {
      thing.hide = thing.show?.() ?? this.#put(thing.box, looks[number]);
    });
  }

  /** Set the exact positions of the boxes and the label of an item. */
  #placed({ box: { label, places }, rough, measure, boxes: known, near }) {
    const boxes = rough ? measure() : known;
    if (!label || !boxes.length) return { boxes };
    return { boxes, spot: spotOf(label, boxes[0], places, near?.() ?? [], this.#wide) };
  }

  #put(look, { boxes, spot }) {
    const elements = boxes.map((at) => boxElement(look, at));
    if (spot) elements[0].append(tagElement(look.label, spot, boxes[0]));
    this.#ground.append(...elements);
    return () => elements.forEach((element) => element.remove());
  }
}

function hide(thing) {
  thing.hide?.();
  thing.hide = undefined;
}

function boxElement({ look, colours = {} }, { left, top, right, bottom }) {
  const element = document.createElement("div");
  element.className = `box ${look}`;
  for (const [name, value] of Object.entries(colours)) element.style.setProperty(name, value);
  Object.assign(element.style, {
    left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px`,
  });
  return element;
}

function tagElement(label, { left, top }, box) {
  const tag = document.createElement("span");
  tag.className = "tag";
  tag.textContent = label;
  Object.assign(tag.style, { left: `${left - box.left}px`, top: `${top - box.top}px` });
  return tag;
}
