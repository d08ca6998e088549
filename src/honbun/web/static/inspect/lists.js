// The list panel: the items of one of the page's lists, framed and numbered.

import { FRAMES } from "../frame/kinds.js";
import { counted, make, webLink } from "./element.js";
import { Entries } from "./entries.js";
import { nothing } from "./panel.js";
import { badge } from "./swatch.js";

export class Lists extends Entries {
  #result = { lists: [], feeds: [], reason: null };
  #number = 0;

  get path() {
    return `${this.view.data}/list`;
  }

  show(result, body) {
    this.#result = result;
    if (result.lists.length) this.#choose(Math.min(this.#number, result.lists.length - 1), body);
    else body.replaceChildren(nothing(`${result.reason}.`), this.#own());
  }

  close() {
    super.close();
    this.view.frame.boxes([]);
  }

  spoken({ title }, at) {
    return `Item ${at + 1}: ${title}`;
  }

  #choose(number, body) {
    this.#number = number;
    const { items, count, feed } = this.#result.lists[number];
    this.at = -1;
    const list = this.list(items, entryOf, { "aria-label": "Items" });
    body.replaceChildren(
      this.#chooser(body),
      make("p", { class: "found" }, make("strong", {}, counted(count, "item")),
        count > items.length ? `, showing the first ${items.length.toLocaleString("en")}` : "",
        feed ? make("a", { class: "button", href: feed }, "Feed of this list") : ""),
      this.#own(),
      list,
    );
    this.point(-1, { quiet: true });
  }

  #chooser(body) {
    const { lists } = this.#result;
    if (lists.length < 2) return "";
    const select = make("select", { id: "which" }, ...lists.map(({ heading, items, count }, number) =>
      make("option", { value: number, selected: number === this.#number },
        `${number + 1}. ${clipped(heading ?? items[0]?.title ?? "List")} (${count})`)));
    select.addEventListener("change", () => {
      this.#choose(Number(select.value), body);
      document.getElementById("which").focus();
    });
    return make("div", { class: "choose" }, make("label", { for: "which" }, "Which list?"), select);
  }

  #own() {
    const { feeds } = this.#result;
    if (!feeds.length) return "";
    return make("p", { class: "small" }, "The page names a feed of its own: ",
      ...feeds.flatMap(({ url, title }, at) => [at ? ", " : "", webLink(url, title ?? url)]));
  }
}

function clipped(text) {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function entryOf({ title, link, published, summary, author }, at) {
  const about = [published?.slice(0, 16).replace("T", " "), author].filter(Boolean).join(" · ");
  return [
    make("p", { class: "line" },
      badge(FRAMES.item, at + 1),
      make("strong", { dir: "auto" }, webLink(link, title || "(no title)"))),
    about ? make("p", { class: "small" }, about) : "",
    summary ? make("p", { class: "words", dir: "auto" }, summary) : "",
  ];
}
