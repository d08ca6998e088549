// Pictures that are left out: paler, whatever is behind them, as text that is left out is.

import { SECRET } from "./ink.js";

const ATTRIBUTE = `${SECRET}-faded`;

/**
 * The style sheet of what is faded. What is important in the first of all layers beats what is
 * important in any sheet of the page. A filter leaves alone what the page itself makes transparent.
 */
export const FADED = `@layer ${SECRET} { [${ATTRIBUTE}] {
  filter: grayscale(.5) opacity(.3) !important; transition: none !important; animation: none !important;
} }`;

/** Make elements paler; returns what undoes it. @param {Element[]} elements */
export function fade(elements) {
  for (const element of elements) element.setAttribute(ATTRIBUTE, "");
  return () => elements.forEach((element) => element.removeAttribute(ATTRIBUTE));
}
