// Opening files: chosen, or dropped on the page. One request takes them all.

import { fill, make } from "./inspect/element.js";

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

/** @typedef {{file: File, name: string}} Named a file, and its path in a folder that was chosen */

const isPage = ({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending));
const named = (file) => ({ file, name: file.webkitRelativePath || file.name });

/** The names of a few files, and how many more there are. */
function listed(files) {
  const names = files.slice(0, MOST_NAMED).map(({ name }) => name).join(", ");
  return files.length > MOST_NAMED ? `${names} and ${files.length - MOST_NAMED} more` : names;
}

/** Name skipped files before the opened pages are shown. */
function depart(path, others) {
  if (!others.length) return location.assign(path);
  const link = make("a", { href: path }, "Show the opened pages");
  fill(byId("state"), `Skipped, not ${others.length === 1 ? "a page" : "pages"}: ${listed(others)}. `, link);
  link.focus();
}

/** @param {Named[]} chosen */
async function open(chosen) {
  const files = chosen.filter(isPage);
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  if (!chosen.length) return;
  if (!files.length) return refuse(`None of these is a page: ${listed(chosen)}`);
  if (size > most) return refuse(`The files have ${Math.ceil(size / 1e6)} MB; at most ${most / 1e6} MB can be opened.`);
  refuse("");
  tell(files.length === 1 ? `Opening ${files[0].name}…` : `Opening ${files.length} files…`);
  const names = files.map(({ file, name }) => ({ name, size: file.size }));
  const body = new Blob([`${JSON.stringify(names)}\n`, ...files.map(({ file }) => file)]);
  try {
    const response = await fetch("/inspect/open", { method: "POST", body });
    if (!response.ok) return refuse((await response.text()).trim());
    const { collection, pages } = await response.json();
    const path = pages === 1 ? `/inspect/${collection}/0` : `/inspect/${collection}`;
    depart(path, chosen.filter((one) => !isPage(one)));
  } catch {
    refuse("The server did not answer.");
  }
}

/** The files below an entry of the file system. @returns {Promise<Named[]>} */
async function filesIn(entry) {
  if (entry.isFile) {
    const file = await new Promise((found, failed) => entry.file(found, failed));
    return [{ file, name: entry.fullPath.replace(/^\//, "") }];
  }
  const reader = entry.createReader();
  const found = [];
  // A folder is read in parts, until one is empty.
  for (;;) {
    const part = await new Promise((read, failed) => reader.readEntries(read, failed));
    if (!part.length) return found;
    for (const child of part) found.push(...(await filesIn(child)));
  }
}

/** What was dropped, folders with all their files. @returns {Promise<Named[]>} */
async function dropped(data) {
  // Both must be asked for at once: the items are gone after the event.
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const parts = items.map((item) => [item.webkitGetAsEntry(), item.getAsFile()]);
  const files = await Promise.all(parts.map(([entry, file]) => (entry ? filesIn(entry) : [named(file)])));
  return files.flat();
}

for (const field of [input, byId("folder")])
  field.addEventListener("change", () => open([...field.files].map(named)));

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
  dropped(event.dataTransfer).then(open, () => refuse("These files cannot be read."));
});
