// The help: a dialog that shows a table of keys.

import { element } from "./element.js";

const NAMES = { ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→" };

/** Fill a dialog from a table of keys, and store whether letter keys work everywhere. */
export function fillHelp(dialog, table) {
  const everywhere = dialog.querySelector("#everywhere");
  everywhere.checked = localStorage.getItem("honbun.keys") !== "page";
  everywhere.addEventListener("change", () => {
    localStorage.setItem("honbun.keys", everywhere.checked ? "everywhere" : "page");
  });
  const place = dialog.querySelector("[data-keys]");
  for (const [group, keys] of table) {
    const section = element("section");
    const list = element("dl");
    for (const { keys: names, says } of keys) {
      const term = element("dt");
      names.forEach((name, number) => {
        if (number > 0) term.append(" ");
        term.append(element("kbd", shownAs(name)));
      });
      list.append(term, element("dd", says));
    }
    section.append(element("h3", group), list);
    place.append(section);
  }
}

function shownAs(name) {
  return name
    .split("+")
    .map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" + ");
}
