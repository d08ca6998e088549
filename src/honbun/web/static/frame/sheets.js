// The page's style sheets and ours, and the page without its own.

/** One of our style sheets, which the document came with; drawing a page takes it away. */
export function ownSheet(name) {
  return sheetOf(document.getElementById(`${name}-style`).textContent);
}

/** A style sheet that loads nothing: `@import` does not exist in those that scripts make. */
export function sheetOf(css, media = "") {
  const sheet = new CSSStyleSheet({ media });
  sheet.replaceSync(css);
  return sheet;
}

export class Sheets {
  #under;
  #over;
  #bare;
  /** @type {CSSStyleSheet[]} */
  #pages = [];
  #drawing;
  /** What was taken off the elements or put on them. @type {[Element, string, string | null][]} */
  #changed = [];

  /** @param {CSSStyleSheet[]} under @param {CSSStyleSheet[]} over @param {CSSStyleSheet} bare */
  constructor({ under, over, bare }) {
    this.#under = under;
    this.#over = over;
    this.#bare = bare;
  }

  /** The styles of a page that is about to be shown. */
  begin(drawing, sheets) {
    this.#drawing = drawing;
    this.#changed = [];
    this.#pages = sheets.map(({ css, media }) => sheetOf(css, media));
    this.#apply(this.#pages);
  }

  /** The page's own styles, or none, and everything visible. */
  styled(on) {
    if (on !== document.adoptedStyleSheets.includes(this.#bare)) return;
    if (on) this.#restore();
    else this.#strip();
    this.#apply(on ? this.#pages : [this.#bare]);
    if (on) freeRoot(this.#drawing.root);
  }

  #apply(sheets) {
    document.adoptedStyleSheets = [...this.#under, ...sheets, ...this.#over];
  }

  #strip() {
    for (const element of this.#drawing.elements) {
      for (const name of ["style", "hidden"]) this.#change(element, name, null);
      if (element instanceof HTMLDetailsElement) this.#change(element, "open", "");
    }
  }

  #change(element, name, value) {
    const before = element.getAttribute(name);
    if (before === value) return;
    this.#changed.push([element, name, before]);
    put(element, name, value);
  }

  #restore() {
    this.#changed.forEach(([element, name, before]) => put(element, name, before));
    this.#changed = [];
  }
}

function put(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Pages that wait for their scripts hide themselves, take no clicks or do not scroll until then;
 * theirs never come. What else they look like is left as it is.
 */
export function freeRoot(root) {
  const { body } = document;
  const [outer, inner] = [getComputedStyle(root), body && getComputedStyle(body)];
  const locked = (style) => ["hidden", "clip"].includes(style.overflowY);
  // Only what is otherwise: each change of what is inherited has the whole page styled once more.
  const lit = { "content-visibility": "visible", "pointer-events": "auto", zoom: "1" };
  force(root, otherThan(outer, lit));
  if (outer.display === "none") force(root, { display: "block" });
  if (locked(outer)) force(root, { "overflow-y": "auto" });
  // Else what is behind the frame would be the paper, be the page's ink dark or light.
  const isBlank = !hasPaper(outer) && !(inner && hasPaper(inner));
  if (isBlank) force(root, { "background-color": "Canvas" });
  if (!body) return;
  force(body, otherThan(inner, { "pointer-events": "auto" }));
  if (inner.display === "none") force(body, { display: "block" });
  if (inner.visibility === "hidden") force(body, { visibility: "visible" });
  if (inner.opacity === "0") force(body, { opacity: "1" });
  if (locked(inner)) force(body, { overflow: "visible" });
}

/** Those of the styles that an element does not have. */
function otherThan(style, wanted) {
  const isOther = ([name, value]) => style.getPropertyValue(name) !== value;
  return Object.fromEntries(Object.entries(wanted).filter(isOther));
}

function hasPaper({ backgroundColor, backgroundImage }) {
  return backgroundImage !== "none" || backgroundColor !== "rgba(0, 0, 0, 0)";
}

function force(element, styles) {
  for (const [name, value] of Object.entries(styles)) {
    element.style.setProperty(name, value, "important");
  }
}
