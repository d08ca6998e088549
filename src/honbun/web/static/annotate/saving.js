// Saving: actions are sent to the server one after another, each until it has arrived.

import { later, Pause } from "./patience.js";

/**
 * @typedef {object} Errand
 * @property {number} n the page
 * @property {string} page its digest at the time of the action
 * @property {"" | "undo" | "redo"} step
 * @property {import("./model.js").Action} action
 */

export class Saving {
  /** @type {Errand[]} */
  #line = [];
  #send;
  #callbacks;
  #busy = false;
  /** The pause after a failure. @type {Pause | null} */
  #pause = null;

  /**
   * @param {(errand: Errand) => Promise<Response>} send
   * @param {{answered: Function, refused: Function, changed: Function}} callbacks for
   *   an answer (errand, standing, conflict), a refusal (errand, line), and progress
   */
  constructor(send, callbacks) {
    this.#send = send;
    this.#callbacks = callbacks;
    this.trouble = "";
    window.addEventListener("beforeunload", (event) => {
      if (this.waiting) event.preventDefault();
    });
  }

  /** The number of unsaved actions. */
  get waiting() {
    return this.#line.length;
  }

  /** The last action, if it is not saved yet. */
  get last() {
    return this.#line.at(-1);
  }

  /** The unsaved actions of a page. */
  pending(n) {
    return this.#line.filter((errand) => errand.n === n);
  }

  /** Save an action. */
  push(errand) {
    this.#line.push(errand);
    this.#callbacks.changed();
    this.#pause?.end();
    void this.#run();
  }

  async #run() {
    if (this.#busy) return;
    this.#busy = true;
    for (let pause = Pause.first; this.#line.length > 0; ) {
      const arrived = await this.#try(this.#line[0]);
      this.#callbacks.changed();
      if (arrived) {
        pause = Pause.first;
        continue;
      }
      this.#pause = new Pause(pause);
      await this.#pause.over;
      pause = later(pause);
    }
    this.#busy = false;
  }

  async #try(errand) {
    try {
      const response = await this.#send(errand);
      if (response.status >= 500) throw new Error(await response.text());
      const known = response.ok || response.status === 409;
      const answer = known ? await response.json() : await response.text();
      this.#line.shift();
      this.trouble = "";
      if (known) this.#callbacks.answered(errand, answer, !response.ok);
      else this.#callbacks.refused(errand, answer.trim());
      return true;
    } catch (error) {
      this.trouble = error instanceof TypeError ? "the server does not answer" : error.message.trim();
      return false;
    }
  }
}
