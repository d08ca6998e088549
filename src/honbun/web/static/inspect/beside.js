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

  /** Draw another page of the collection. */
  async show(collection, number, title) {
    this.#figure.hidden = false;
    this.#stage.classList.add("two");
    this.#figure.querySelector("figcaption").textContent = title;
    if (this.#shown === number) return;
    this.#shown = number;
    this.frame ??= new Frame(this.#figure.querySelector("iframe"));
    const { told: page } = await answer(`/pages/${collection}/${number}`);
    if (this.#shown === number) await this.frame.draw(page, page.blocks.node);
  }

  hide() {
    this.#figure.hidden = true;
    this.#stage.classList.remove("two");
    this.frame?.spans([]);
    this.frame?.point(null);
  }
}
