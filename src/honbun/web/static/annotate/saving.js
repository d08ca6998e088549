// Saving: actions on their way to the server, one after the other, each until it has arrived.

const SOON = 500;
const LATEST = 10_000;

/**
 * @typedef {object} Errand
 * @property {number} n the page
 * @property {"" | "undo" | "redo"} step
 * @property {import("./model.js").Action} action
 */

export class Saving {
  /** @type {Errand[]} */
  #line = [];
  #send;
  #told;
  #busy = false;
  #wake = () => {};

  /**
   * @param {(errand: Errand) => Promise<Response>} send
   * @param {{answered: Function, refused: Function, changed: Function}} told who hears of what:
   *   an answer (errand, standing, conflict), a refusal (errand, line), and how the saving goes
   */
  constructor(send, told) {
    this.#send = send;
    this.#told = told;
    this.trouble = "";
    // A connection that is back is worth a try at once.
    window.addEventListener("online", () => this.#wake());
    window.addEventListener("beforeunload", (event) => {
      if (this.waiting) event.preventDefault();
    });
  }

  /** How many actions are not saved yet. */
  get waiting() {
    return this.#line.length;
  }

  /** The actions on a page that are not saved yet. */
  pending(n) {
    return this.#line.filter((errand) => errand.n === n).map((errand) => errand.action);
  }

  /** Save an action. */
  push(errand) {
    this.#line.push(errand);
    this.#told.changed();
    this.#wake();
    void this.#run();
  }

  async #run() {
    if (this.#busy) return;
    this.#busy = true;
    for (let wait = SOON; this.#line.length > 0; ) {
      const arrived = await this.#try(this.#line[0]);
      if (!arrived) await this.#pause(wait);
      wait = arrived ? SOON : Math.min(2 * wait, LATEST);
      this.#told.changed();
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
      if (known) this.#told.answered(errand, answer, !response.ok);
      else this.#told.refused(errand, answer.trim());
      return true;
    } catch (error) {
      this.trouble = error instanceof TypeError ? "the server does not answer" : error.message.trim();
      return false;
    }
  }

  #pause(wait) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
