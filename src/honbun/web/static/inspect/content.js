// The content panel: every block with its role and reason.

import { KINDS } from "../frame/kinds.js";
import { counted, fill, make } from "./element.js";
import { Reason } from "./reason.js";
import { Panel } from "./panel.js";
import { swatch } from "./swatch.js";

const ABOUT = { title: "Title", author: "Author", date: "Date", site: "Site", language: "Language" };
/** How a page can be judged, by the name that the address has for it. */
const METHODS = {
  collection: "The whole collection",
  alone: "This page alone",
  faithful: "The papers’ method",
};

export class Content extends Panel {
  #method = Object.keys(METHODS).find((name) => new URL(location.href).searchParams.has(name)) ?? "collection";
  /** Whether the page has been scrolled to its content. */
  #scrolled = false;
  #reason = new Reason(this.view);
  /** Which of the things a node is. @type {Map<number, number>} */
  #places = new Map();

  constructor(view, panel) {
    super(view, panel);
    // Outside the results, which are replaced: the keyboard must keep its focus.
    if (view.pages > 1) panel.prepend(this.#switch());
  }

  get path() {
    return `${this.view.data}/content${this.#method === "collection" ? "" : `?${this.#method}`}`;
  }

  show(result, body) {
    const { frame, page } = this.view;
    const texts = new Map(page.blocks.node.map((node, number) => [node, page.blocks.text[number]]));
    this.things = result.blocks.map((block) => ({ ...block, text: texts.get(block.node) ?? null }));
    this.#places = new Map(this.things.map(({ node }, number) => [node, number]));
    frame.marks(this.things.map(({ node, role }) => [node, role ?? "dropped"]), true);
    fill(body,
      this.#reason.element,
      legend(result, this.things.length),
      make("p", { class: "how" }, how(result)),
      about(result),
      output(result.markdown),
    );
    // Menus often fill the first screen: the page opens where its content begins.
    if (!this.#scrolled) frame.point(this.things.find(({ role }) => role)?.node ?? null, { scroll: true });
    this.#scrolled = true;
    this.point(this.at < this.things.length ? this.at : -1, {});
  }

  close() {
    super.close();
    this.view.frame.marks([], true);
  }

  point(at, { scroll = false, quiet = false }) {
    super.point(at);
    const block = this.things[at];
    this.view.frame.point(block?.node ?? null, { scroll });
    this.#reason.show(block);
    if (block && !quiet) this.view.say(this.#reason.sentence(block));
  }

  over(node) {
    const at = this.#places.get(node);
    // The last reason stays while the pointer moves from the block to its links.
    if (at !== undefined && at !== this.at) this.point(at, { quiet: true });
  }

  press(node) {
    this.over(node);
  }

  /** The whole collection, this page alone, or the method of papers 000 and 002. */
  #switch() {
    const choice = ([name, text]) => {
      const input = make("input", { type: "radio", name: "by", value: name, checked: name === this.#method });
      input.addEventListener("change", () => {
        this.#method = name;
        this.view.address({ alone: null, faithful: null, ...(name === "collection" ? {} : { [name]: "" }) });
        this.open();
      });
      return make("label", {}, input, text);
    };
    return make("fieldset", { class: "switch" },
      make("legend", { class: "aside" }, "How the page is judged"),
      ...Object.entries(METHODS).map(choice));
  }
}

/** What the page was compared with, and what is to be expected of the text. */
function how({ compared, confidence, reason }) {
  const beside = compared
    ? `Compared with ${counted(compared, "other page")} of the site.`
    : "Judged alone.";
  if (reason) return `${beside} ${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  // The papers' method has no confidence.
  return confidence ? `${beside} Expected F1: ${Math.round(100 * confidence)}%.` : beside;
}

/** The roles that there are, in their colours, with how many blocks each has. */
function legend({ counts }, all) {
  const kept = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const rows = [...Object.keys(KINDS).filter((name) => counts[name]), "dropped"];
  return make("ul", { class: "legend", "aria-label": "Roles and how many blocks have them" },
    ...rows.map((name) => make("li", {},
      swatch(name), make("span", {}, KINDS[name].label),
      make("b", {}, (name === "dropped" ? all - kept : counts[name]).toLocaleString("en")))));
}

function about(result) {
  const rows = Object.entries(ABOUT).map(([name, label]) => make("div", {},
    make("dt", {}, label),
    make("dd", result[name] ? { dir: "auto" } : { class: "none" }, result[name] ?? "none found")));
  return make("dl", { class: "about" }, ...rows);
}

function output(text) {
  const words = text ? counted([...text].length, "character") : "none";
  return make("details", { class: "output", open: true },
    make("summary", {}, "Markdown ", make("span", { class: "count" }, words)),
    make("div", { class: "text", dir: "auto" }, text));
}
