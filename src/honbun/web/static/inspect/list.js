// The list of pages fills while the collection is judged.

const { collection, query, first } = document.body.dataset;
const progress = document.getElementById("progress");
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

function said({ done, trouble, judged, pages }) {
  if (trouble) return `The collection could not be judged: ${trouble}`;
  const count = (number) => number.toLocaleString("en");
  if (done || judged) return `${count(judged)} of ${count(pages)} pages judged`;
  return "The pages are being judged as one collection…";
}

async function follow(pause = 500) {
  const asked = new URLSearchParams({ q: query, from: first });
  const response = await fetch(`/inspect/data/${collection}?${asked}`);
  if (!response.ok) {
    progress.textContent = (await response.text()).trim();
    return;
  }
  const told = await response.json();
  fill(told);
  const text = said(told);
  if (progress.textContent.trim() !== text) progress.textContent = text;
  if (!told.done) setTimeout(follow, pause, Math.min(1.5 * pause, LONGEST));
}

follow();
