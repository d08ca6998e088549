// Opening a page: loads the page and its labels, while somebody waits for them.

import { patiently } from "./patience.js";
import { Refusal } from "./source.js";

const AGAIN = 1000;

export class Opening {
  #source;
  #labelling;
  #n;
  /** Whether another page was opened in the meantime. */
  left = false;

  constructor(source, labelling, n) {
    this.#source = source;
    this.#labelling = labelling;
    this.#n = n;
  }

  /** The page and its labels; `failed` is called after each failed attempt. */
  answer(failed) {
    return patiently(() => this.#ask(), { waits: () => !this.left, failed });
  }

  async #ask() {
    const n = this.#n;
    const [page, labels] = await Promise.all([this.#source.page(n), this.#labelling.load(n)]);
    // The page may have been fetched before the server restarted with other pages.
    if (page.digest !== labels.page) throw new Refusal("the collection has changed: reload");
    return [page, labels];
  }

  /** The extracted labels as soon as the page is judged; null without any. */
  async found() {
    while (!this.left) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      const labels = await this.#source.labels(this.#n).catch(() => ({ finding: true }));
      if (!labels.finding) return labels.found;
    }
    return null;
  }
}
