// Pictures that are left out, and buttons around such text: paler, whatever is behind them.

import { SECRET } from "./ink.js";

const ATTRIBUTE = `${SECRET}-faded`;

/**
 * The style sheet of what is faded. What is important in the first of all layers beats what is
 * important in any sheet of the page. A filter leaves alone what the page itself makes transparent.
 */
export const FADED = `@layer ${SECRET} {
  [${ATTRIBUTE}] { transition: none !important; animation: none !important; }
  [${ATTRIBUTE}]:not([data-button]) { filter: grayscale(.5) opacity(.3) !important; }
  [${ATTRIBUTE}][data-button] {
    border-color: rgb(128 128 128 / .3) !important;
    background: none !important;
    box-shadow: none !important;
  }
}`;

/** Make elements paler; returns what undoes it. @param {Element[]} elements */
export function fade(elements) {
  for (const element of elements) element.setAttribute(ATTRIBUTE, "");
  return () => elements.forEach((element) => element.removeAttribute(ATTRIBUTE));
}
