// Opening a page: it and what is said of it, for as long as somebody waits for them.

import { patiently } from "./patience.js";
import { Refusal } from "./source.js";

const AGAIN = 1000;

export class Opening {
  #source;
  #labelling;
  #n;
  /** Whether one has gone on to another page. */
  left = false;

  constructor(source, labelling, n) {
    this.#source = source;
    this.#labelling = labelling;
    this.#n = n;
  }

  /** The page, and what is said of it; `failed` hears of each try that came to nothing. */
  answer(failed) {
    return patiently(() => this.#ask(), { waits: () => !this.left, failed });
  }

  async #ask() {
    const n = this.#n;
    const [page, said] = await Promise.all([this.#source.page(n), this.#labelling.load(n)]);
    // A page may have been fetched before the server was started again, with others.
    if (page.digest !== said.page) throw new Refusal("the collection has changed: reload");
    return [page, said];
  }

  /** What honbun finds, as soon as it has judged the page; null for nothing. */
  async found() {
    while (!this.left) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      const said = await this.#source.said(this.#n).catch(() => ({ finding: true }));
      if (!said.finding) return said.found;
    }
    return null;
  }
}
