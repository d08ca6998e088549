// The list of differences beside the page.

import { DENIED, named } from "./decisions.js";
import { element } from "./element.js";
import { paint } from "./surface.js";

/**
 * @typedef {object} Dispute
 * @property {number} block
 * @property {Record<string, string|null>} says
 * @property {string} tag
 */

export class Differences {
  #list = document.querySelector("#differences");
  #items = new Map();

  /**
   * @param {Dispute[]} disputes
   * @param {(block: number) => void} chosen called when a difference is selected
   * @param {(block: number, kind: string) => void} taken called when a label is accepted
   */
  constructor(disputes, blocks, chosen, taken) {
    for (const dispute of disputes) {
      const item = this.#item(dispute, blocks, chosen, taken);
      this.#items.set(dispute.block, item);
      this.#list.append(item);
    }
  }

  /** Show the decisions, and which difference is selected. */
  show(current, truth) {
    for (const [block, item] of this.#items) {
      const kind = truth[block];
      item.classList.toggle("decided", kind !== undefined);
      item.querySelector(".decision").textContent = kind === undefined ? "open" : named(kind);
      if (block === current) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    }
    this.#items.get(current)?.scrollIntoView({ block: "nearest" });
  }

  #item({ block, says, tag }, blocks, chosen, taken) {
    const item = element("li");
    const open = element("button", "", "difference");
    open.type = "button";
    open.append(
      element("span", blocks.words(block), "words"),
      element("span", tag, "tag"),
      element("span", "", "decision"),
    );
    open.addEventListener("click", () => chosen(block));
    const opinions = element("div", "", "opinions");
    for (const [name, kind] of Object.entries(says)) {
      const take = element("button", `${name}: ${named(kind)}`, "kind");
      take.type = "button";
      paint(take, kind ?? "out");
      take.addEventListener("click", () => taken(block, kind ?? DENIED));
      opinions.append(take);
    }
    item.append(open, opinions);
    return item;
  }
}
