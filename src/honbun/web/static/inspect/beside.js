// The second page, beside the first: where two that share text are looked at together.

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

  /** Draw another page of the collection, or say in its place why it cannot be drawn. */
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
      const { told: page } = await answer(`/pages/${collection}/${number}`);
      if (this.#shown === number) await this.frame.draw(page, page.blocks.node);
    } catch (error) {
      if (this.#shown !== number) return;
      this.#shown = -1; // it may be asked for again
      iframe.hidden = true; // another page may be in it
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
