// Steps to elements: the page, made piece by piece, and what is where in it.

import { elementOf, isAllowed } from "./allowed.js";

/** A page as it was drawn, as columns: its elements in document order are known by their place. */
export class Drawing {
  /** @type {Element[]} */
  elements = [];
  /** For each element the one around it, -1 for the root. @type {number[]} */
  up = [];
  /** For each element its number in the tree, -1 for one of ours. @type {number[]} */
  nodes = [];
  /** What is seen, in document order: text that is no mere white space, pictures, placeholders. */
  things = /** @type {(Text|Element)[]} */ ([]);
  /** For each thing the element that it stands in, or is. @type {number[]} */
  holders = [];
  /** By element. @type {Map<Element, number>} */
  places = new Map();
  /** By number in the tree. @type {Map<number, number>} */
  ofNode = new Map();
  /** By number of the run in the tree. @type {Map<number, Text>} */
  ofRun = new Map();
  /** Whether there is anything to see in each element. @type {boolean[]} */
  holds = [];

  constructor({ steps, runs }) {
    this.#draw(steps, runs);
    this.#fill();
  }

  /** The root element; the document shows it once it is put there. */
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
    // Whatever the first step says, the document's element is one, and the only one.
    const element = elementOf(parent === -1 ? "html" : tag === "html" ? "div" : tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (isAllowed(tag, name, value)) element.setAttribute(name, value);
    }
    // Browsers show these words where there is no picture.
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

/** Pictures, and the boxes that the server puts in place of what cannot be shown. */
function isThing(tag, attributes) {
  return tag === "img" || "data-placeholder" in attributes || "data-field" in attributes;
}
