// Why a block is content or not.

import { KINDS } from "../frame/kinds.js";
import { counted, fill, make, webLink } from "./element.js";
import { swatch } from "./swatch.js";

const LONGEST = 240;

export class Reason {
  #view;
  element = make("section", { class: "reason", "aria-label": "Why" });

  constructor(view) {
    this.#view = view;
    this.show(undefined);
  }

  show(block) {
    if (!block) {
      fill(this.element, make("p", { class: "hint" },
        "Point at a block of the page, or press j or k, to see its role and the reason."));
      return;
    }
    fill(this.element,
      make("p", { class: "decision" }, swatch(block.role ?? "dropped"), make("strong", {}, label(block))),
      block.text === null ? null : make("blockquote", { dir: "auto" }, excerpt(block.text)),
      block.why.length ? make("p", { class: "rule" }, sentence(block.why)) : null,
      parts(block),
      this.#others(block),
      this.#measures(block),
    );
  }

  /** The same for screen readers. */
  sentence(block) {
    const text = block.text === null ? "" : `: ${excerpt(block.text)}`;
    return `${label(block)}${text}. ${block.why.length ? sentence(block.why) : ""}`;
  }

  #others({ others, pages }) {
    if (!others) return null;
    const links = pages.map(({ address, number }) => make("li", {}, number === null
      ? webLink(address, address)
      : make("a", { href: `/inspect/${this.#view.collection}/${number}` }, address)));
    return make("details", { class: "others" },
      make("summary", { title: "Among the pages that this one was compared with" },
        `On ${counted(others, "other page")} of the site`),
      make("ul", {}, ...links));
  }

  #measures({ score }) {
    if (score === null) return null;
    return make("dl", { class: "measures" }, make("div", {},
      make("dt", {}, "Likely content"),
      make("dd", {}, make("meter", { value: score, min: 0, max: 1 }), ` ${Math.round(100 * score)}%`)));
  }
}

/** How many of its texts are kept, if not all or none. */
function parts({ kept, texts }) {
  if (!kept || kept === texts) return null;
  return make("p", { class: "small" }, `${kept} of its ${texts} texts are kept.`);
}

function label({ role }) {
  return role ? KINDS[role].label : "Not content";
}

function excerpt(text) {
  if (!text) return "(a picture)";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function sentence(why) {
  const text = why.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
