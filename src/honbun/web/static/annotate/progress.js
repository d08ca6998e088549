// Progress over all pages.

import { patiently } from "./patience.js";

const OPEN = new Set(["new", "begun"]);

export class Progress {
  #source;
  /** @type {string[]} */
  #states = [];
  /** States set before the list of states was loaded. @type {Map<number, string>} */
  #known = new Map();

  constructor(source) {
    this.#source = source;
  }

  async load() {
    this.#states = await patiently(() => this.#source.states());
    for (const [n, state] of this.#known) this.#states[n] = state;
  }

  set(n, state) {
    this.#known.set(n, state);
    if (this.#states.length) this.#states[n] = state;
  }

  /** The next unfinished page after this one, then from the beginning; null if there is none. */
  next(n) {
    if (!this.#states.length) return n + 1; // not known yet
    const later = this.#states.findIndex((state, other) => other > n && OPEN.has(state));
    if (later !== -1) return later;
    const first = this.#states.findIndex((state, other) => other !== n && OPEN.has(state));
    return first === -1 ? null : first;
  }

  get line() {
    if (!this.#states.length) return "";
    const done = this.#states.filter((state) => !OPEN.has(state)).length;
    return `${done} of ${this.#states.length} finished`;
  }
}
