// Opening files: chosen, or dropped on the page. One request takes them all.

import { fill, make } from "./element.js";

const byId = (id) => document.getElementById(id);
const drop = byId("drop");
const input = byId("files");
const endings = input.accept.split(",");
const most = Number(input.dataset.bytes);
const MOST_NAMED = 5;

drop.hidden = false;

function tell(text) {
  byId("state").textContent = text;
}

function refuse(text) {
  tell("");
  byId("refused").hidden = !text;
  byId("refused").textContent = text;
}

const isPage = ({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending));
const nameOf = (file) => file.webkitRelativePath || file.name;

/** The names of a few files, and how many more there are. */
function listed(files) {
  const names = files.slice(0, MOST_NAMED).map(nameOf).join(", ");
  return files.length > MOST_NAMED ? `${names} and ${files.length - MOST_NAMED} more` : names;
}

/** Name skipped files before the opened pages are shown. */
function depart(path, others) {
  if (!others.length) return location.assign(path);
  const link = make("a", { href: path }, "Show the opened pages");
  fill(byId("state"), `Skipped, not ${others.length === 1 ? "a page" : "pages"}: ${listed(others)}. `, link);
  link.focus();
}

/** @param {File[]} chosen */
async function open(chosen) {
  const files = chosen.filter(isPage);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (!chosen.length) return;
  if (!files.length) return refuse(`None of these is a page: ${listed(chosen)}`);
  if (size > most) return refuse(`The files have ${Math.ceil(size / 1e6)} MB; at most ${most / 1e6} MB can be opened.`);
  refuse("");
  tell(files.length === 1 ? `Opening ${nameOf(files[0])}…` : `Opening ${files.length} files…`);
  const names = files.map((file) => ({ name: nameOf(file), size: file.size }));
  const body = new Blob([`${JSON.stringify(names)}\n`, ...files]);
  try {
    const response = await fetch("/inspect/open", { method: "POST", body });
    if (!response.ok) return refuse((await response.text()).trim());
    const { collection, pages } = await response.json();
    const path = pages === 1 ? `/inspect/${collection}/0` : `/inspect/${collection}`;
    depart(path, chosen.filter((file) => !isPage(file)));
  } catch {
    refuse("The server did not answer.");
  }
}

input.addEventListener("change", () => open([...input.files]));

// Anywhere on the page: a file that misses the box would be opened by the browser instead.
addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  drop.classList.add("over");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("over");
});
addEventListener("drop", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  drop.classList.remove("over");
  open([...event.dataTransfer.files]);
});

byId("url").addEventListener("paste", () => {
  // The pasted text is in the field only after this event.
  setTimeout(() => {
    if (/^https?:\/\/[^\s/]+\S*$/i.test(byId("url").value.trim())) byId("ask").requestSubmit();
  });
});
byId("ask").addEventListener("submit", () => byId("ask").setAttribute("aria-busy", "true"));
// Going back shows the page as it was left.
addEventListener("pageshow", () => byId("ask").removeAttribute("aria-busy"));
