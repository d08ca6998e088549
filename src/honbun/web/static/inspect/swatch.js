// Samples of how things look on the page.

import { KINDS } from "../frame/kinds.js";
import { make } from "./element.js";

/** A role, by its name. */
export function swatch(name) {
  const { paper, edge, line, ink } = KINDS[name];
  const sample = make("span", { class: "swatch", "aria-hidden": "true" }, "Aa");
  Object.assign(sample.style, {
    background: paper, borderColor: edge, textDecoration: line, color: ink,
  });
  return sample;
}

/** The number of a frame or sentence, in its colour. */
export function badge({ edge }, number) {
  const sample = make("b", { class: "badge" }, String(number));
  sample.style.background = edge;
  return sample;
}
