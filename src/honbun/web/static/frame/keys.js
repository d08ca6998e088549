// Keys are sent to the page around the frame, except browser shortcuts.

const SCROLLING = new Set([
  "PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", " ",
]);
/** Undo and redo; all other keys with Ctrl or Cmd belong to the browser. */
const WITH_CTRL = new Set(["z", "y"]);

export class Keys {
  #say;
  #taken = new Set();

  constructor(say) {
    this.#say = say;
    document.addEventListener("keydown", (event) => this.#down(event), { capture: true });
    // Enter and space activate buttons on keyup.
    const stop = (event) => event.preventDefault();
    for (const type of ["keyup", "keypress"]) document.addEventListener(type, stop, true);
  }

  /** The scrolling keys that the tool uses, which do not scroll any more. */
  take(keys) {
    this.#taken = new Set(keys);
  }

  #down(event) {
    if (isBrowsers(event)) return;
    if (!SCROLLING.has(event.key) || this.#taken.has(event.key)) event.preventDefault();
    const { key, code, shiftKey: shift, ctrlKey: ctrl, altKey: alt, metaKey: meta, repeat } = event;
    this.#say({ type: "key", key, code, shift, ctrl, alt, meta, repeat });
  }
}

function isBrowsers({ key, ctrlKey, metaKey, isComposing }) {
  if (isComposing || key === "Tab" || /^F\d+$/.test(key)) return true;
  return (ctrlKey || metaKey) && !WITH_CTRL.has(key.toLowerCase());
}
