// The list of pages remembers the last annotator; everything else works without this.

const asked = document.querySelector("#by");
const you = document.querySelector("#you");

if (you) localStorage.setItem("honbun.by", you.textContent);
if (asked && !asked.value) {
  asked.value = localStorage.getItem("honbun.by") ?? "";
  asked.select();
}
for (const select of document.querySelectorAll("#filter select")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
