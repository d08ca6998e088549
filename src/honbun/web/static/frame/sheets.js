// The style sheets of the page and of the frame, and the page without its own styles.

/** A style sheet of the frame's document, which drawing a page removes. */
export function ownSheet(name) {
  return sheetOf(document.getElementById(`${name}-style`).textContent);
}

/** A style sheet that loads nothing: constructed style sheets ignore `@import`. */
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
  /** Attributes that were changed, with their old values. @type {[Element, string, string | null][]} */
  #changed = [];

  /** @param {CSSStyleSheet[]} under @param {CSSStyleSheet[]} over @param {CSSStyleSheet} bare */
  constructor({ under, over, bare }) {
    this.#under = under;
    this.#over = over;
    this.#bare = bare;
  }

  /** Set the styles of a page that is about to be shown. */
  begin(drawing, sheets) {
    this.#drawing = drawing;
    this.#changed = [];
    this.#pages = sheets.map(({ css, media }) => sheetOf(css, media));
    this.#apply(this.#pages);
  }

  /** Use the styles of the page, or none, with everything visible. */
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
 * Some pages hide their content or disable clicks and scrolling until their scripts run, which
 * never happens here. Other styles are unchanged.
 */
export function freeRoot(root) {
  const { body } = document;
  const [outer, inner] = [getComputedStyle(root), body && getComputedStyle(body)];
  const locked = (style) => ["hidden", "clip"].includes(style.overflowY);
  // Set only different values: each change of an inherited property restyles the whole page.
  const lit = { "content-visibility": "visible", "pointer-events": "auto", zoom: "1" };
  force(root, otherThan(outer, lit));
  if (outer.display === "none") force(root, { display: "block" });
  if (locked(outer)) force(root, { "overflow-y": "auto" });
  // Otherwise the background behind the frame would be visible, for dark and light text alike.
  const isBlank = !hasPaper(outer) && !(inner && hasPaper(inner));
  if (isBlank) force(root, { "background-color": "Canvas" });
  if (!body) return;
  force(body, otherThan(inner, { "pointer-events": "auto" }));
  if (inner.display === "none") force(body, { display: "block" });
  if (inner.visibility === "hidden") force(body, { visibility: "visible" });
  if (inner.opacity === "0") force(body, { opacity: "1" });
  if (locked(inner)) force(body, { overflow: "visible" });
}

/** The styles that an element does not have yet. */
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
