// Labelling: the labels of one annotator on opened pages, shown at once and saved in order.

import { needed, rebased } from "./model.js";
import { Saving } from "./saving.js";

const DONE = { undo: "undone", redo: "done again" };

export class Labelling {
  #source;
  #saving;
  #callbacks;
  /** The labels confirmed by the server, by page. @type {Map<number, import("./model.js").Standing>} */
  #confirmed = new Map();
  /** The undo step that waits for the server, after that was announced. */
  #late = null;
  /** Why the server refused the last action; empty if it did not. */
  refusal = "";

  /** @param {{changed: (n: number) => void, report: (line: string) => void, saving: () => void}} callbacks */
  constructor(source, callbacks) {
    this.#source = source;
    this.#callbacks = callbacks;
    this.#saving = new Saving(
      (errand) => source.send(errand, this.#confirmed.get(errand.n)?.version),
      {
        answered: (errand, standing, conflict) => this.#answered(errand, standing, conflict),
        refused: (errand, line) => this.#refused(errand, line),
        changed: () => this.#moved(),
      },
    );
  }

  get waiting() {
    return this.#saving.waiting;
  }

  get trouble() {
    return this.#saving.trouble;
  }

  /** Load the labels of a page again; fails if its number now belongs to another page. */
  async load(n) {
    const known = this.#confirmed.get(n);
    const labels = await this.#source.labels(n, known?.page);
    // The answer to an action in the meantime is newer.
    if (this.#confirmed.get(n) === known) this.#confirmed.set(n, labels);
    return labels;
  }

  /** The labels and state that are shown for a page. */
  standing(n) {
    const actions = this.#saving.pending(n).map(({ action }) => action);
    return rebased(this.#confirmed.get(n), actions);
  }

  /** Label blocks or set the state; return whether anything changed. */
  act(n, changes, state) {
    const standing = this.standing(n);
    const action = { changes: needed(standing.labels, changes) };
    if (state !== undefined && state !== standing.state) action.state = state;
    if (Object.keys(action.changes).length === 0 && action.state === undefined) return false;
    this.#push(n, "", action);
    this.#callbacks.changed(n);
    return true;
  }

  /** Undo or redo the last action, which the server knows. */
  step(n, step) {
    if (!this.#confirmed.has(n)) return;
    const { undoable, redoable } = this.standing(n);
    if (step === "undo" ? undoable : redoable) this.#push(n, step, {});
    else this.#callbacks.report(`Nothing to ${step}.`);
  }

  #push(n, step, action) {
    this.refusal = "";
    this.#saving.push({ n, page: this.#confirmed.get(n).page, step, action });
  }

  #moved() {
    const { trouble, last } = this.#saving;
    // An action is shown at once; an undo is shown when it is done.
    if (trouble && last?.step && last !== this.#late) {
      this.#late = last;
      this.#callbacks.report(`Will be ${DONE[last.step]} when the server answers.`);
    }
    this.#callbacks.saving();
  }

  #answered({ n, step }, standing, conflict) {
    this.#confirmed.set(n, { ...this.#confirmed.get(n), ...standing });
    if (conflict) this.#callbacks.report("This page was changed in another tab: its labels are reloaded.");
    else if (step) this.#callbacks.report(step === "undo" ? "Undone." : "Done again.");
    this.#callbacks.changed(n);
  }

  async #refused({ n }, line) {
    this.refusal = `Not saved (page ${n + 1}): ${line}.`;
    await this.load(n).catch(() => {}); // use the known labels until the server answers
    this.#callbacks.changed(n);
  }
}
