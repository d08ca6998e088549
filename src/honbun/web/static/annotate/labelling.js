// Labelling: one person's labels of the pages they have opened, shown at once and saved in order.

import { needed, rebased } from "./model.js";
import { Saving } from "./saving.js";

export class Labelling {
  #source;
  #saving;
  #told;
  /** What the server has confirmed, by page. @type {Map<number, import("./model.js").Standing>} */
  #confirmed = new Map();

  /** @param {{changed: (n: number) => void, said: (line: string) => void, saving: () => void}} told */
  constructor(source, told) {
    this.#source = source;
    this.#told = told;
    this.#saving = new Saving(
      (errand) => source.send(errand, this.#confirmed.get(errand.n)?.version),
      {
        answered: (errand, standing, conflict) => this.#answered(errand, standing, conflict),
        refused: (errand, line) => this.#refused(errand, line),
        changed: () => told.saving(),
      },
    );
  }

  get waiting() {
    return this.#saving.waiting;
  }

  get trouble() {
    return this.#saving.trouble;
  }

  /** Read a page's labels anew. */
  async load(n) {
    const said = await this.#source.said(n);
    this.#confirmed.set(n, said);
    return said;
  }

  /** What is shown of a page. */
  standing(n) {
    return rebased(this.#confirmed.get(n), this.#saving.pending(n));
  }

  /** Label blocks or set the state; whether that changed anything. */
  act(n, changes, state) {
    const standing = this.standing(n);
    const action = { changes: needed(standing.labels, changes) };
    if (state !== undefined && state !== standing.state) action.state = state;
    if (Object.keys(action.changes).length === 0 && action.state === undefined) return false;
    this.#saving.push({ n, step: "", action });
    this.#told.changed(n);
    return true;
  }

  /** Take back the last action, or do it again: the server knows what it was. */
  step(n, step) {
    const { undoable, redoable } = this.standing(n);
    if (step === "undo" ? undoable : redoable) this.#saving.push({ n, step, action: {} });
    else this.#told.said(`Nothing to ${step}.`);
  }

  #answered({ n, step }, standing, conflict) {
    this.#confirmed.set(n, { ...this.#confirmed.get(n), ...standing });
    if (conflict) this.#told.said("This page was changed elsewhere: its labels are shown anew.");
    else if (step) this.#told.said(step === "undo" ? "Undone." : "Done again.");
    this.#told.changed(n);
  }

  async #refused({ n }, line) {
    this.#told.said(`Not saved: ${line}`);
    await this.load(n).catch(() => {}); // what is known has to do until the server answers
    this.#told.changed(n);
  }
}
