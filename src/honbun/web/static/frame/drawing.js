// Builds the elements of a page from steps, and indexes them.

import { elementOf, isAllowed } from "./allowed.js";

/** A drawn page as columns: elements are identified by their index in document order. */
export class Drawing {
  /** @type {Element[]} */
  elements = [];
  /** For each element its parent, -1 for the root. @type {number[]} */
  up = [];
  /** For each element its number in the tree, -1 for added elements. @type {number[]} */
  nodes = [];
  /** Visible items in document order: text other than white space, pictures, placeholders. */
  things = /** @type {(Text|Element)[]} */ ([]);
  /** For each item the element that it is in, or is. @type {number[]} */
  holders = [];
  /** By element. @type {Map<Element, number>} */
  places = new Map();
  /** By number in the tree. @type {Map<number, number>} */
  ofNode = new Map();
  /** By number of the run in the tree. @type {Map<number, Text>} */
  ofRun = new Map();
  /** Whether each element has visible content. @type {boolean[]} */
  holds = [];

  constructor({ steps, runs }) {
    this.#draw(steps, runs);
    this.#fill();
  }

  /** The root element, to be inserted into the document. */
  get root() {
    return this.elements[0];
  }

  #draw(steps, runs) {
    let at = -1;
    let text = 0;
    for (const step of steps) {
      if (typeof step === "number") {
        for (let left = step; left > 0; left -= 1) at = this.up[at];
      } else if (typeof step === "string") {
        this.#write(step, runs[text], at);
        text += 1;
      } else {
        at = this.#open(step, at);
      }
    }
  }

  #open([tag, attributes, node], parent) {
    // The document always has exactly one root element.
    const element = elementOf(parent === -1 ? "html" : tag === "html" ? "div" : tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (isAllowed(tag, name, value)) element.setAttribute(name, value);
    }
    // Browsers show this text in place of a missing picture.
    const { "data-picture": words } = attributes;
    if (words !== undefined) element.setAttribute("alt", words || "picture");
    const place = this.elements.push(element) - 1;
    this.up.push(parent);
    this.nodes.push(node);
    this.places.set(element, place);
    if (node >= 0) this.ofNode.set(node, place);
    if (parent !== -1) this.elements[parent].appendChild(element);
    if (isThing(tag, attributes)) {
      this.things.push(element);
      this.holders.push(place);
    }
    return place;
  }

  #write(string, run, parent) {
    const text = document.createTextNode(string);
    this.elements[parent].appendChild(text);
    if (run >= 0) this.ofRun.set(run, text);
    if (!/\S/.test(string)) return;
    this.things.push(text);
    this.holders.push(parent);
  }

  #fill() {
    this.holds = new Array(this.elements.length).fill(false);
    for (const holder of this.holders) {
      for (let at = holder; at !== -1 && !this.holds[at]; at = this.up[at]) this.holds[at] = true;
    }
  }
}

/** Pictures, and the placeholders of the server for elements that cannot be shown. */
function isThing(tag, attributes) {
  return tag === "img" || "data-placeholder" in attributes || "data-field" in attributes;
}
