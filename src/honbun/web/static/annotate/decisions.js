// Decisions on the labels of annotators. Does not use browser APIs.
//
// A difference is decided if the truth has a label for its block, or denies that it is content.
// Agreed labels are true unless decided otherwise, and are saved when the page is done.

/** The label that denies that a block is content. */
export const DENIED = "none";

const FINISHED = new Set(["done", "unsure"]);

/**
 * @typedef {object} PageDisputes
 * @property {Record<string, string>} annotators their states, by name
 * @property {Record<number, string>} agreed kinds by block
 * @property {import("./differences.js").Dispute[]} disputes
 */

export class Decisions {
  #data;
  #standing;

  /**
   * @param {PageDisputes} data the labels of annotators on a page
   * @param {import("./model.js").Standing} standing the decisions so far
   */
  constructor(data, standing) {
    this.#data = data;
    this.#standing = standing;
  }

  /** The truth so far: kinds and denials by block. */
  get truth() {
    return { ...this.#data.agreed, ...this.#standing.labels };
  }

  /** The disputed blocks that are not decided. @type {number[]} */
  get open() {
    return this.#data.disputes.map(({ block }) => block).filter((block) => !this.#isDecided(block));
  }

  /** The state of the page: new differences open a page that was done. */
  get state() {
    return this.#isReopened ? "begun" : this.#standing.state;
  }

  get isComplete() {
    return this.open.length === 0 && (this.#names.length > 0 || this.#isBegun);
  }

  /** A line that summarises the progress. */
  get summary() {
    const names = this.#names;
    const all = this.#data.disputes.length;
    const open = this.open.length;
    if (this.#isReopened) return this.#news;
    if (names.length === 0) {
      return this.#isBegun ? "This page is adjudicated. Nobody else has finished it." : "Nobody has finished this page.";
    }
    if (names.length === 1) {
      return `Only ${names[0]} has labelled this page. Confirm it with Done, or correct it first.`;
    }
    if (all === 0) return `${names.join(", ")} agree on this page.`;
    return open === 0 ? `All ${all} are decided.` : `${open} of ${all} open.`;
  }

  get #news() {
    const open = this.open.length;
    if (open > 0) return `${open} new difference${open === 1 ? "" : "s"} since it was done.`;
    const count = this.#unsaved.length;
    return `New since it was done: ${count} block${count === 1 ? "" : "s"} that all agree on. Done accepts ${count === 1 ? "it" : "them"}.`;
  }

  get #names() {
    return Object.keys(this.#data.annotators);
  }

  get #isBegun() {
    return this.#standing.state !== "new";
  }

  get #isReopened() {
    return FINISHED.has(this.#standing.state) && this.open.length + this.#unsaved.length > 0;
  }

  /** The agreed blocks without a decision. */
  get #unsaved() {
    return Object.keys(this.#data.agreed).filter((block) => !this.#isDecided(block));
  }

  #isDecided(block) {
    return block in this.#standing.labels;
  }
}

/** The label of a kind, or of none. */
export function named(kind) {
  return kind === undefined || kind === null || kind === DENIED ? "not content" : kind;
}
