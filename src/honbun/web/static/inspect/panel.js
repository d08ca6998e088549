// The base of all panels: requests results, shows them, and moves among their entries.

import { answers } from "./answers.js";
import { counted, make } from "./element.js";

/**
 * @typedef {object} View what a panel works with
 * @property {import("../frame/channel.js").Frame} frame
 * @property {Record<string, any>} page
 * @property {string} data where the panels' answers are
 * @property {string} collection
 * @property {number} n
 * @property {number} pages
 * @property {(text: string) => void} say to those who listen to the page
 * @property {(asked: Record<string, string | null>) => void} address what the address shall ask for
 * @property {import("./beside.js").Beside} beside the second page
 */

export class Panel {
  /** @type {View} */
  view;
  /** @type {HTMLElement} */
  panel;
  /** What the arrows move among. @type {any[]} */
  things = [];
  /** Where they are; -1 for nowhere. */
  at = -1;
  #asking = new AbortController();
  #progress = make("p", { class: "progress", role: "status", hidden: true });
  #body = make("div", { class: "body" });

  constructor(view, panel) {
    this.view = view;
    this.panel = panel;
    panel.replaceChildren(this.#progress, this.#body);
  }

  /** Request the results and show them. */
  async open() {
    await this.ask(this.path);
  }

  /** Remove everything of this panel from the page. */
  close() {
    this.#asking.abort();
    this.view.frame.point(null);
  }

  /** @param {string} path */
  async ask(path) {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    this.#busy("Loading…");
    let last = "";
    try {
      for await (const { result, progress } of answers(path, signal)) {
        const text = JSON.stringify(result);
        // Unchanged results are not drawn again.
        if (result && text !== last) this.show(result, this.#body);
        last = text;
        this.#busy(progress ? this.waiting(progress, Boolean(result)) : "");
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#busy("");
      this.#body.replaceChildren(make("p", { class: "trouble", role: "alert" }, error.message));
    }
  }

  #busy(text) {
    this.#progress.hidden = !text;
    this.#progress.textContent = text;
  }

  /** The message while the collection is analysed. */
  waiting({ found, pages }, isMeanwhile) {
    const far = found ? `${found.toLocaleString("en")} of ${counted(pages, "page")}` : counted(pages, "page");
    return `The collection is being analysed (${far}).${isMeanwhile ? " Until then, the result for this page alone:" : ""}`;
  }

  /** Go to the next or the one before. */
  move(step) {
    if (!this.things.length) return;
    const from = this.at === -1 && step < 0 ? this.things.length : this.at;
    this.point(Math.min(Math.max(from + step, 0), this.things.length - 1), { scroll: true });
  }

  /** Clear the selection. */
  leave() {
    this.point(-1, {});
  }

  // Overridden by panels:
  get path() { return ""; }
  show(_told, _body) {}
  point(at, _how) { this.at = at; }
  over(_node) {}
  press(_node) {}
  group(_group) {}
}

/** Why there is no result. */
export function nothing(reason) {
  return make("p", { class: "nothing" }, reason);
}
