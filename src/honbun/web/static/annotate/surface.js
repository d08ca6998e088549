// The interface around the page: buttons, messages, and announcements for screen readers.

import { KINDS } from "/static/frame/kinds.js";
import { element } from "./element.js";

const STATES = { new: "not begun", begun: "begun", done: "done", unsure: "unsure", skipped: "skipped" };
const MANY = 5;
/** Milliseconds that a message stays visible. */
const SEEN = 6000;

export class Surface {
  help = get("help");
  list = get("list");
  #extra = get("extra");
  /** The visible message; screen readers use another element. */
  #note = element("p", "", "note");
  #fading = 0;
  /** Messages about a page that is not shown, or an action that was not saved. */
  #troubles = { page: "", saving: "" };

  constructor() {
    this.#note.hidden = true;
    this.#note.setAttribute("aria-hidden", "true");
    document.querySelector("main").append(this.#note);
    for (const kind of document.querySelectorAll("[data-kind]")) paint(kind, kind.dataset.kind);
    get("more")?.addEventListener("click", () => this.#unfold(!this.#extra.classList.contains("open")));
  }

  /** Call the handlers when a button is pressed or another kind is chosen. */
  on(act, chosen) {
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      // After a click the focus moves on; keyboard users keep it.
      if (event.detail > 0) document.activeElement.blur();
      if (!button) return;
      if (this.#extra?.contains(button)) this.#unfold(false);
      act(button.dataset.do, button.dataset.to);
    });
    if (chosen) document.querySelector(".kinds").addEventListener("change", chosen);
  }

  /** The kind that blocks are labelled with; null for none. */
  get kind() {
    return document.querySelector("[name=kind]:checked").value || null;
  }

  set kind(kind) {
    document.querySelector(`[name=kind][value="${kind ?? ""}"]`).checked = true;
  }

  /** Clear the previous page while another one loads. */
  opening(n, pages) {
    get("title").textContent = `Page ${n + 1} of ${pages}`;
    get("page").setAttribute("aria-busy", "true");
    get("state").textContent = "";
    get("chip").hidden = true;
    get("text").textContent = "";
    for (const name of ["undo", "redo"]) button(name).disabled = true;
    this.#note.hidden = true;
    this.trouble("");
    this.offers({ found: null, earlier: null });
  }

  opened({ title, url }, n, pages) {
    const name = title || url;
    get("title").textContent = `${n + 1}${pages ? `/${pages}` : ""} ${name}`;
    get("title").title = url;
    get("page").removeAttribute("aria-busy");
    this.trouble("");
    get("page").title = `The page: ${name}`;
    document.title = `${n + 1}: ${name} · Annotate`;
    this.say(`Page ${n + 1}: ${name}`);
  }

  /** Show the offers. */
  offers({ found, earlier }) {
    for (const name of ["accept", "preview"]) button(name).disabled = !found;
    button("accept").textContent = found ? `Accept found (${Object.keys(found).length})` : "Accept found";
    this.offer(earlier && `${Object.keys(earlier.labels).length} of ${earlier.of} labels match an earlier version of this page.`);
  }

  offer(line) {
    get("offer").hidden = !line;
    get("offer").querySelector("span").textContent = line ?? "";
  }

  standing({ state, undoable, redoable }) {
    get("state").textContent = STATES[state];
    get("state").dataset.state = state;
    button("undo").disabled = !undoable;
    button("redo").disabled = !redoable;
  }

  progress(line) {
    get("progress").textContent = line;
  }

  saving({ waiting, trouble, refusal }) {
    const saved = get("saved");
    const line = waiting ? `not saved yet${trouble && `: ${trouble}`}` : refusal ? "not saved" : "saved";
    saved.dataset.trouble = (waiting ? trouble : refusal) ? "yes" : "";
    this.#show({ saving: refusal });
    // Not at every action: screen readers announce problems only.
    if (saved.textContent !== line) saved.textContent = line;
  }

  /** Show why a page is not shown; empty if it is. */
  trouble(line) {
    this.#show({ page: line && `${line[0].toUpperCase()}${line.slice(1)}.` });
  }

  #show(troubles) {
    Object.assign(this.#troubles, troubles);
    const line = Object.values(this.#troubles).filter(Boolean).join(" ");
    const place = get("trouble");
    // This is an alert, which must not be repeated.
    if (place.textContent === line) return;
    place.hidden = !line;
    place.textContent = line;
  }

  /** Show the text and the label of the selection. */
  info(selection, blocks, labels) {
    const chosen = selection.all;
    const kinds = new Set(chosen.map((block) => labels[block]));
    const [kind] = kinds;
    const chip = get("chip");
    chip.hidden = kinds.size !== 1 || !kind;
    if (!chip.hidden) paint(chip, kind, KINDS[kind].label);
    get("text").textContent = textOf(chosen, blocks);
  }

  /** Announce the selection, for keyboard users. */
  read(selection, blocks, labels) {
    const { cursor } = selection;
    this.say(`${labels[cursor] ?? "not labelled"}: ${blocks.words(cursor)}`);
  }

  /** Announce the last action. */
  announce(changes, blocks) {
    const entries = Object.entries(changes);
    if (entries.length === 0) return;
    const [[block, kind]] = entries;
    const what = entries.length > 1 ? `${entries.length} blocks` : blocks.words(block);
    this.say(`${kind ?? "not content"}: ${what}`);
  }

  /** Announce a text to screen readers. */
  say(line) {
    get("spoken").textContent = line;
  }

  /** Show and announce the result of an action, for a while or until the next one. */
  tell(line, { lasting = false } = {}) {
    this.say(line);
    clearTimeout(this.#fading);
    this.#note.textContent = line;
    this.#note.hidden = !line;
    if (!lasting) this.#fading = setTimeout(() => (this.#note.hidden = true), SEEN);
  }

  press(name, on) {
    button(name).setAttribute("aria-pressed", String(on));
  }

  #unfold(on) {
    this.#extra.classList.toggle("open", on);
    get("more").setAttribute("aria-expanded", String(on));
  }
}

function textOf(chosen, blocks) {
  if (chosen.length === 0) return "Point at a block: its text is shown here.";
  const texts = chosen.slice(0, MANY).map((block) => blocks.words(block));
  const many = chosen.length > 1 ? `${chosen.length} blocks: ` : "";
  return many + texts.join(" · ") + (chosen.length > MANY ? " …" : "");
}

/** Give an element the colours of a kind. */
export function paint(element, kind, text) {
  const { paper, ink, edge } = KINDS[kind];
  element.style.setProperty("--paper", paper);
  element.style.setProperty("--kind-ink", ink);
  element.style.setProperty("--edge", edge);
  if (text !== undefined) element.textContent = text;
}

function get(id) {
  return document.getElementById(id);
}

function button(name) {
  return document.querySelector(`button[data-do="${name}"]`);
}
