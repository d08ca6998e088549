// The second page beside the first, for two pages that share text.

import { Frame } from "../frame/channel.js";
import { answer } from "./answer.js";

export class Beside {
  #figure;
  #stage;
  /** @type {Frame | null} */
  frame = null;
  #shown = -1;

  constructor(stage, figure) {
    this.#stage = stage;
    this.#figure = figure;
  }

  /** Draw another page of the collection, or show why it cannot be drawn. */
  async show(collection, number, title) {
    const [iframe, caption] = ["iframe", "figcaption"].map((tag) => this.#figure.querySelector(tag));
    this.#figure.hidden = false;
    this.#stage.classList.add("two");
    caption.textContent = title;
    if (this.#shown === number) return;
    this.#shown = number;
    this.frame ??= new Frame(iframe);
    iframe.hidden = false;
    try {
      const { result: page } = await answer(`/pages/${collection}/${number}`);
      if (this.#shown === number) await this.frame.draw(page, page.blocks.node);
    } catch (error) {
      if (this.#shown !== number) return;
      this.#shown = -1; // it can be requested again
      iframe.hidden = true; // it may show another page
      caption.textContent = `${title}: ${error.message}`;
    }
  }

  hide() {
    this.#figure.hidden = true;
    this.#stage.classList.remove("two");
    this.frame?.spans([]);
    this.frame?.point(null);
  }
}
