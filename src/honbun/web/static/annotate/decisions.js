// Decisions on what annotators differ in.
//
// A label says that its block is decided. That a block is no content leaves no label, so which
// blocks were decided to be none is remembered here, in the browser, until the page is done.

const FINISHED = new Set(["done", "unsure"]);

export class Decisions {
  #key;
  /** @type {Set<number>} */
  #none;
  /** What was decided here, in order: a block that became none, or null for a saved action. */
  #trail = [];
  #ahead = [];

  constructor(digest, store = localStorage) {
    this.#key = `honbun.none.${digest}`;
    this.store = store;
    this.#none = new Set(JSON.parse(store.getItem(this.#key) ?? "[]"));
  }

  /** Whether something was said of a block. */
  isDecided(block, { labels, state }) {
    return block in labels || this.#none.has(block) || FINISHED.has(state);
  }

  /** Note a decision; `saved` tells whether it changed labels. */
  note(block, kind, saved) {
    this.#ahead = [];
    if (kind === null) this.#set(block, true);
    this.#trail.push({ block: kind === null ? block : null, saved });
  }

  /** Take back the last decision here; whether labels are to be changed with it. */
  undo() {
    return this.#step(this.#trail, this.#ahead, false);
  }

  redo() {
    return this.#step(this.#ahead, this.#trail, true);
  }

  get undoable() {
    return this.#trail.length > 0;
  }

  get redoable() {
    return this.#ahead.length > 0;
  }

  #step(from, to, isNone) {
    const last = from.pop();
    if (last === undefined) return true;
    to.push(last);
    if (last.block !== null) this.#set(last.block, isNone);
    return last.saved;
  }

  #set(block, isNone) {
    if (isNone) this.#none.add(block);
    else this.#none.delete(block);
    this.store.setItem(this.#key, JSON.stringify([...this.#none]));
  }
}
