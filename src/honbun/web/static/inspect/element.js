// Elements made from data. What pages say is text here, never HTML.

/**
 * An element with attributes and children; strings become text, and what is null is left out.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...(Node | string | null)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  fill(element, ...children);
  return element;
}

/** Give an element these children and no others; what is null is left out. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/** A link to a place on the web; only its text where the address is none. */
export function webLink(address, text) {
  if (!/^https?:\/\//i.test(address ?? "")) return make("span", {}, text);
  return make("a", { href: address, rel: "noreferrer", target: "_blank" }, text);
}

/** "3 posts", "1 post". */
export function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
