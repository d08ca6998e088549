// The page is whole without this: it saves a click after pasting, and copies addresses and Markdown.
"use strict";

const form = document.getElementById("ask");
const field = document.getElementById("url");
const button = form.querySelector("button");
const label = button.textContent;

field.addEventListener("paste", () => {
  // The pasted text is in the field only after this event.
  setTimeout(() => {
    if (/^https?:\/\/[^\s/]+\S*$/i.test(field.value.trim())) form.requestSubmit();
  });
});

form.addEventListener("submit", () => {
  button.textContent = "Loading…";
  form.setAttribute("aria-busy", "true");
});

// Going back shows the page as it was left.
addEventListener("pageshow", () => {
  button.textContent = label;
  form.removeAttribute("aria-busy");
});

async function copy(input) {
  if (navigator.clipboard) return navigator.clipboard.writeText(input.value);
  // Browsers have no clipboard where the server is reached over plain HTTP from elsewhere.
  input.select();
  if (!document.execCommand("copy")) throw new Error("not copied");
}

for (const control of document.querySelectorAll("[data-copy]")) {
  const input = document.getElementById(control.dataset.copy);
  const text = control.firstChild;
  const what = control.dataset.what ?? "The address";
  const status = document.getElementById("status");
  control.hidden = false;
  control.addEventListener("click", async () => {
    try {
      await copy(input);
      text.data = "Copied";
      status.textContent = `${what} is copied.`;
    } catch {
      input.select();
      status.textContent = `${what} is selected: copy it with the keyboard.`;
    }
    setTimeout(() => { text.data = "Copy"; }, 2000);
  });
  input.addEventListener("focus", () => input.select());
}
