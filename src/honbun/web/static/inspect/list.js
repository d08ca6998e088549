// Updates the list of pages while the collection is analysed.

import { answer, NoAnswer } from "./answer.js";

const { collection, query, first } = document.body.dataset;
const progress = document.getElementById("progress");
const failed = document.getElementById("failed");
const LONGEST = 8000;

function fill({ lines }) {
  for (const { number, title, address, state } of lines) {
    const row = document.querySelector(`[data-n="${number}"]`);
    if (!row) continue;
    row.querySelector("strong").textContent = title ?? address;
    row.querySelector(".address").textContent = address;
    row.querySelector(".how").textContent = state;
  }
}

const count = (number) => number.toLocaleString("en");

function progressOf({ done, trouble, judged, pages }) {
  if (trouble) return `The collection could not be analysed: ${trouble}`;
  if (done || judged) return `${count(judged)} of ${count(pages)} pages analysed`;
  return "The collection is being analysed…";
}

function say(text) {
  // Screen readers repeat it whenever it is written.
  if (progress.textContent.trim() !== text) progress.textContent = text;
}

/** Count the pages that failed since the list was loaded; a reload shows why. */
function showFailed({ failures }) {
  if (failures === Number(failed.dataset.count)) return;
  failed.hidden = false;
  failed.querySelector("b").textContent = count(failures);
  failed.querySelector("p").hidden = false;
}

async function follow(pause = 500) {
  let isDone = false;
  try {
    const { result } = await answer(`/inspect/data/${collection}?${new URLSearchParams({ q: query, from: first })}`);
    fill(result);
    showFailed(result);
    say(progressOf(result));
    isDone = result.done;
  } catch (error) {
    isDone = !(error instanceof NoAnswer);
    say(isDone ? error.message : `${error.message} Trying again…`);
  }
  if (!isDone) setTimeout(follow, pause, Math.min(1.5 * pause, LONGEST));
}

follow();
