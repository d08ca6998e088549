// Keys, in the page and in the frame.

/** Elements that use keys themselves. */
const OWN = "input, select, textarea, dialog[open], [role=tab], summary";

/**
 * @param {import("../frame/channel.js").Frame} frame
 * @param {Record<string, (asked?: any) => void>} does
 */
export function listen(frame, does) {
  const actions = {
    j: does.next, ArrowDown: does.next, k: does.previous, ArrowUp: does.previous,
    n: () => does.turn("next"), p: () => does.turn("prev"),
    s: does.dress, "?": does.help, Escape: does.leave,
    1: () => does.tab(0), 2: () => does.tab(1), 3: () => does.tab(2), 4: () => does.tab(3),
  };
  const act = ({ key, ctrl, alt, meta }) => {
    if (ctrl || alt || meta || !Object.hasOwn(actions, key)) return false;
    actions[key]();
    return true;
  };
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.(OWN) && !(event.target.matches("[role=tab]") && event.key.length === 1)) return;
    const { key, ctrlKey: ctrl, altKey: alt, metaKey: meta } = event;
    if (act({ key, ctrl, alt, meta })) event.preventDefault();
  });
  frame.keys(["ArrowDown", "ArrowUp"]);
  frame.on("key", act);
}
