// The keys of the tool: one table for handling them and for the help.

/**
 * @typedef {object} Key
 * @property {string} does the name of the action
 * @property {string} [to] the argument of the action
 * @property {string[]} keys as `spelled` returns them
 * @property {string} says the text in the help
 */

/** @type {readonly [string, Key[]][]} */
export const TOOL_KEYS = [
  ["Point", [
    { does: "move", to: "1", keys: ["ArrowDown", "j"], says: "next block" },
    { does: "move", to: "-1", keys: ["ArrowUp", "k"], says: "previous block" },
    { does: "extend", to: "1", keys: ["Shift+ArrowDown", "Shift+j"], says: "extend the selection to the next block" },
    { does: "extend", to: "-1", keys: ["Shift+ArrowUp", "Shift+k"], says: "extend the selection to the previous block" },
    { does: "wider", keys: ["ArrowLeft", "w", "]"], says: "wider: the whole block, then what surrounds it" },
    { does: "narrower", keys: ["ArrowRight", "e", "["], says: "narrower" },
    { does: "move", to: "-Infinity", keys: ["Home"], says: "first block" },
    { does: "move", to: "Infinity", keys: ["End"], says: "last block" },
    { does: "unselect", keys: ["Escape"], says: "select nothing" },
  ]],
  ["Label", [
    { does: "label", keys: ["Enter", "Space"], says: "label the selection as before; the same label again removes it" },
    { does: "kind", to: "body", keys: ["1"], says: "label what the pointer is on: body" },
    { does: "kind", to: "title", keys: ["2"], says: "label what the pointer is on: title" },
    { does: "kind", to: "date", keys: ["3"], says: "label what the pointer is on: date" },
    { does: "kind", to: "author", keys: ["4"], says: "label what the pointer is on: author" },
    { does: "kind", to: "figure", keys: ["5"], says: "label what the pointer is on: figure" },
    { does: "kind", to: "caption", keys: ["6"], says: "label what the pointer is on: caption" },
    { does: "kind", to: "credit", keys: ["7"], says: "label what the pointer is on: credit" },
    { does: "kind", to: "", keys: ["0"], says: "not content: remove its label" },
    { does: "erase", keys: ["Backspace", "Delete"], says: "remove the label" },
    { does: "accept", keys: ["a"], says: "accept what honbun found" },
    { does: "preview", keys: ["v"], says: "show or hide what honbun found" },
    { does: "undo", keys: ["u", "Ctrl+z"], says: "undo" },
    { does: "redo", keys: ["r", "Ctrl+Shift+z", "Ctrl+y"], says: "redo" },
  ]],
  ["Pages", [
    { does: "done", keys: ["d"], says: "done; go to the next unfinished page" },
    { does: "unsure", keys: ["x"], says: "unsure: labelled, but needs discussion" },
    { does: "skip", keys: ["s"], says: "skip: does not belong in this collection" },
    { does: "page", to: "1", keys: ["n"], says: "next page" },
    { does: "page", to: "-1", keys: ["p"], says: "previous page" },
    { does: "left", keys: ["Shift+n"], says: "next page that is not done" },
    { does: "list", keys: ["l"], says: "list of pages" },
    { does: "styles", keys: ["c"], says: "turn the page’s own styles on or off" },
    { does: "help", keys: ["?"], says: "this help" },
  ]],
];

/** @type {readonly [string, Key[]][]} */
export const DECIDE_KEYS = [
  ["Differences", [
    { does: "difference", to: "1", keys: ["ArrowDown", "j"], says: "next difference" },
    { does: "difference", to: "-1", keys: ["ArrowUp", "k"], says: "previous difference" },
    { does: "open", keys: ["o"], says: "next difference that is not decided" },
    { does: "block", to: "1", keys: ["Shift+ArrowDown", "Shift+j"], says: "next block, disputed or not" },
    { does: "block", to: "-1", keys: ["Shift+ArrowUp", "Shift+k"], says: "previous block" },
    { does: "block", to: "-Infinity", keys: ["Home"], says: "first block" },
    { does: "block", to: "Infinity", keys: ["End"], says: "last block" },
  ]],
  ["Decide", [
    { does: "take", to: "0", keys: ["a"], says: "take the first annotator’s label" },
    { does: "take", to: "1", keys: ["b"], says: "take the second annotator’s label" },
    ...TOOL_KEYS[1][1].filter(({ does, to }) => does === "kind" && to),
    { does: "erase", keys: ["0", "Backspace", "Delete"], says: "not content" },
    ...TOOL_KEYS[1][1].filter(({ does }) => ["undo", "redo"].includes(does)),
  ]],
  ["Page", [
    { does: "done", keys: ["d"], says: "everything is decided; go to the next page" },
    { does: "list", keys: ["l"], says: "list of pages" },
    { does: "styles", keys: ["c"], says: "turn the page’s own styles on or off" },
    { does: "help", keys: ["?"], says: "this help" },
  ]],
];

/**
 * The name of a pressed key in the tables. Letters are named by their character or, on keyboards
 * of other scripts, by their position.
 */
export function spelled({ key, code = "", shift, ctrl, meta, alt }) {
  if (alt || key === "AltGraph") return "";
  const place = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code);
  const strange = key.length === 1 && key.charCodeAt(0) > 127;
  const name = key === " " ? "Space" : strange && place ? (place[1] ?? place[2]) : key;
  const letter = /^[a-z]$/i.test(name);
  const shifted = shift && (letter || name.length > 1);
  return (ctrl || meta ? "Ctrl+" : "") + (shifted ? "Shift+" : "") + (letter ? name.toLowerCase() : name);
}

/** The action of a pressed key in a table, or null. */
export function meaning(table, pressed) {
  const find = (name) => table.flatMap(([, keys]) => keys).find(({ keys }) => keys.includes(name));
  // French keyboards have symbols in place of digits, and the digits with Shift.
  const digit = pressed.shift ? null : /^Digit([0-9])$/.exec(pressed.code ?? "");
  return find(spelled(pressed)) ?? (digit && find(spelled({ ...pressed, key: digit[1] }))) ?? null;
}

/** A key event of the page itself, in the form of those from the frame. */
export function pressed(event) {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  return { key, code, shift: shiftKey, ctrl: ctrlKey, meta: metaKey, alt: altKey };
}

/** Whether a key belongs to the focused element: typing in a field, Enter on a button. */
export function isTaken(event) {
  const on = event.target;
  // Speech input can trigger single-key shortcuts (WCAG 2.1.4), so they can be limited to the page.
  const letter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey;
  if (letter && !document.querySelector("#everywhere").checked) return true;
  if (!(on instanceof Element)) return false;
  if (on.closest("dialog[open]")) return true;
  if (on.matches("input:not([type=radio]), select, textarea")) return true;
  if (on.matches("[type=radio]") && event.key.startsWith("Arrow")) return true;
  return ["Enter", " "].includes(event.key) && on.matches("button, a, summary, input");
}
