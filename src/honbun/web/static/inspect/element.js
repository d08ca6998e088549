// Elements created from data. Text of pages never becomes HTML.

/**
 * An element with attributes and children; strings become text, null is skipped.
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

/** Replace the children of an element; null is skipped. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/** A link to a web address, or plain text if it is not one. */
export function webLink(address, text) {
  if (!/^https?:\/\//i.test(address ?? "")) return make("span", {}, text);
  return make("a", { href: address, rel: "noreferrer", target: "_blank" }, text);
}

/** "3 posts", "1 post". */
export function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
