// Fades dropped pictures, and buttons around dropped text, on any background.

import { SECRET } from "./ink.js";

const ATTRIBUTE = `${SECRET}-faded`;

/**
 * The style sheet of faded elements. `!important` in the first cascade layer overrides every sheet
 * of the page. A filter preserves the transparency that the page sets.
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

/** Make elements paler; return a function that undoes it. @param {Element[]} elements */
export function fade(elements) {
  for (const element of elements) element.setAttribute(ATTRIBUTE, "");
  return () => elements.forEach((element) => element.removeAttribute(ATTRIBUTE));
}
