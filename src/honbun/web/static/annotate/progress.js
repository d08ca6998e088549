// How far one is with all pages.

import { patiently } from "./patience.js";

const OPEN = new Set(["new", "begun"]);

export class Progress {
  #source;
  /** @type {string[]} */
  #states = [];
  /** What was done here before the states came. @type {Map<number, string>} */
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

  /** The next page that is not finished, after this and then from the beginning; null for none. */
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
