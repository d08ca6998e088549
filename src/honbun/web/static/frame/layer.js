// Our own lines and labels over the page, where no style of the page reaches them.
//
// They are in a closed shadow root, whose `!important` beats that of the document around it, and in
// the browser's top layer, above every z-index. They move with the page as it scrolls; only what is
// near the window is shown, so that ten thousand marks cost no more than the few that are seen.

import { spotOf } from "./tags.js";

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 *
 * @typedef {object} Look how boxes over the page look
 * @property {string} look a class of layer.css
 * @property {Record<string, string>} [colours] custom properties of layer.css
 * @property {string} [label] what stands at the first
 * @property {import("./tags.js").Place[]} [places] where that may stand, the best first
 *
 * @typedef {object} Thing something on the page that is shown while it is near the window
 * @property {() => Box[]} measure where it is on the page
 * @property {() => Box[]} [rough] the same, quicker: whether it is near is asked of all things
 * @property {Look} [box] what is shown there
 * @property {() => Box[]} [near] what its label should not hide
 * @property {() => () => void} [show] or what is done; returns what undoes it
 * @property {Box[]} [boxes] as it was last measured
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
  /** What part of the page all things were last held against; null for none. */
  #band = null;
  #fits = false;
  /** How wide the page is. */
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
    // Pictures, fonts and transitions move what comes after them; none of these events bubbles.
    for (const type of ["load", "transitionend", "animationend"]) {
      document.addEventListener(type, again, true);
    }
    document.fonts.addEventListener("loadingdone", again);
    document.addEventListener("scroll", (event) => this.#scrolled(event), true);
    this.sizes = new ResizeObserver(again);
  }

  /** Stand over a page that was just drawn. */
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

  /** A sentence in place of a page that shows nothing; none for "". */
  say(sentence) {
    this.#notice.textContent = sentence;
    this.#notice.hidden = !sentence;
  }

  /** Show a thing, in place of the one that had its key; null takes it away. */
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

  /** Show these things of a group and no others; what has been there already stays. */
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

  /** The page has moved: look where everything is. */
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
    // What scrolls by itself inside of the page carries blocks along; the page carries us too.
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

  /** Take what is near the window now as the part that is shown; whether that is another one. */
  #look() {
    const [top, high] = [window.scrollY, window.innerHeight];
    // With a window more on either side there is time until it has to be looked at again.
    const [first, last] = [top - high / 2, top + 1.5 * high];
    if (this.#band && this.#band.from < first && last < this.#band.to) return false;
    this.#band = { from: top - high, to: top + 2 * high };
    return true;
  }

  /** All is read before anything is written: in turns, each would lay the page out anew. */
  #measure() {
    const measured = [...this.#unmeasured];
    for (const thing of measured) thing.boxes = (thing.rough ?? thing.measure)();
    // What is made of boxes is made anew where they are now.
    for (const thing of measured) if (thing.box) hide(thing);
    this.#unmeasured.clear();
    return measured;
  }

  /** As large as the page: lines at its edge must not make it any wider or longer. */
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

  /** Where exactly the boxes and the label of a thing are. */
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
