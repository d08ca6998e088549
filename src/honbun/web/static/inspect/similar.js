// The similar panel: the pages that share sentences with this one, and two of them side by side.

import { SPANS } from "../frame/kinds.js";
import { counted, make } from "./element.js";
import { Entries } from "./entries.js";
import { nothing } from "./panel.js";
import { badge } from "./swatch.js";

/** How much is the same, in words, and what the command line calls it and means by it. */
const EXTENTS = {
  identical: ["most of both pages is the same", "identical: more than 60% of both pages"],
  contained: ["most of the smaller page is on the other", "contained: more than 50% of the smaller page"],
  partial: ["a part is the same", "partial: at most 50% of the smaller page"],
};

export class Similar extends Entries {
  /** The number of the page beside this one, as text; null for none. */
  #with = new URLSearchParams(location.search).get("with");
  #isHeard = false;

  get path() {
    const path = `${this.view.data}/similar`;
    return this.#with === null ? path : `${path}?with=${encodeURIComponent(this.#with)}`;
  }

  async open() {
    this.view.address({ with: this.#with });
    await super.open();
  }

  show(result, body) {
    if (result.sentences) this.#both(result, body);
    else this.#all(result, body);
  }

  close() {
    super.close();
    this.view.frame.spans([]);
    this.view.beside.hide();
    this.view.address({ with: null });
  }

  waiting({ pages }) {
    return `The ${counted(pages, "page")} of the collection are being compared…`;
  }

  spoken(thing, at) {
    if (!("own" in thing)) return `${thing.title ?? thing.address}: ${thing.relation}`;
    return `Sentence ${at + 1}: ${thing.own.map(([text]) => text).join("")}`;
  }

  group(group) {
    if (this.#with !== null) this.point(group, { scroll: true });
  }

  over() {} // sentences are pressed: to scroll two pages at a touch would be a nuisance

  mark(thing, scroll) {
    if (!thing || !("own" in thing)) return;
    this.#spans(this.at);
    this.view.frame.point(thing.here?.node ?? null, { scroll });
    this.view.beside.frame?.point(thing.there?.node ?? null, { scroll });
  }

  enter(thing) {
    if ("because" in thing) this.#choose(String(thing.number));
  }

  #all({ pairs, reason }, body) {
    body.replaceChildren(
      pairs.length ? make("p", { class: "found" },
        make("strong", {}, `${counted(pairs.length, "page")} that share sentences with this one`)) : "",
      reason ? nothing(`${reason}.`) : "",
      this.list(pairs, (pair) => this.#card(pair), { class: "entries pairs", "aria-label": "Similar pages" }),
    );
  }

  #card(pair) {
    const look = make("button", { type: "button" }, "Side by side");
    look.addEventListener("click", (event) => {
      event.stopPropagation(); // the entry itself is not pointed at
      this.#choose(String(pair.number));
    });
    return [
      make("p", { class: "line" }, make("strong", { dir: "auto" }, pair.title ?? pair.address)),
      make("p", { class: "small" }, pair.address),
      relation(pair),
      look,
    ];
  }

  #choose(number) {
    this.#with = number;
    this.at = -1;
    if (number === null) this.close();
    this.open();
  }

  async #both(result, body) {
    const back = make("button", { type: "button", class: "back" }, "← All similar pages");
    back.addEventListener("click", () => this.#choose(null));
    const name = result.title ?? result.address;
    body.replaceChildren(
      back,
      make("p", { class: "line" }, make("strong", { dir: "auto" },
        make("a", { href: `/inspect/${this.view.collection}/${result.number}?show=similar&with=${this.view.n}` }, name))),
      relation(result),
      make("p", { class: "found" }, make("strong", {}, counted(result.sentences.length, "shared sentence"))),
      this.list(result.sentences.map((one) => ({ ...one, nodes: [], ends: [] })), sentence,
        { class: "entries sentences", "aria-label": "Shared sentences" }),
    );
    this.#spans(-1);
    await this.view.beside.show(this.view.collection, result.number, name);
    this.#listen();
    // Both pages at the first sentence that they share, not at their beginnings.
    this.point(this.at < 0 && this.things.length ? 0 : this.at, { scroll: true, quiet: true });
  }

  #listen() {
    if (this.#isHeard) return;
    this.#isHeard = true;
    this.view.beside.frame.on("group", ({ group }) => this.group(group));
  }

  /** The shared sentences on both pages, the chosen one apart. */
  #spans(chosen) {
    const side = (name) => this.things.flatMap((thing, group) => {
      if (!thing[name]) return [];
      const { start: from, stop: to } = thing[name];
      return [{ from, to, group, name: group === chosen ? "chosen" : thing.changed ? "changed" : "shared" }];
    });
    this.view.frame.spans(side("here"));
    this.view.beside.frame?.spans(side("there"));
  }
}

function relation({ relation: kind, extent, overlap, containment, because, first }) {
  const [words, title] = EXTENTS[extent];
  return make("div", { class: "relation" },
    make("p", {}, make("b", { class: "kind" }, kind), ": ", make("span", { title }, words)),
    make("dl", { class: "measures" }, measure("of both pages", overlap), measure("of the smaller", containment)),
    make("details", {}, make("summary", {}, "Because"),
      make("ul", {}, ...because.map((one) => make("li", {}, one))),
      make("p", { class: "small" }, `The first is ${first ? "the page here" : "the other page"}.`)));
}

function measure(label, share) {
  return make("div", {}, make("dt", {}, label),
    make("dd", {}, make("meter", { value: share, min: 0, max: 1 }), ` ${Math.round(100 * share)}%`));
}

/** A shared sentence; where the two differ, both, with what differs marked. */
function sentence({ own, other, changed }, at) {
  const same = own.every(([, isSame]) => isSame) && other.every(([, isSame]) => isSame);
  const side = (runs) => make("p", { class: "words whole", dir: "auto" },
    ...runs.map(([text, isSame]) => make(isSame ? "span" : "mark", {}, text)));
  return [
    make("p", { class: "line" }, badge(SPANS[changed ? "changed" : "shared"], at + 1),
      changed ? make("span", { class: "small" }, "slightly changed") : ""),
    side(own),
    same ? "" : side(other),
  ];
}
