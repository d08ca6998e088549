// The tabs of the panel (ARIA's pattern): arrows move, and what is moved to is shown.

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Tabs {
  /** @type {HTMLElement[]} */
  #tabs;
  #shown;

  /** @param {HTMLElement} list @param {(name: string) => void} shown */
  constructor(list, shown) {
    this.#tabs = [...list.querySelectorAll("[role=tab]")];
    this.#shown = shown;
    for (const tab of this.#tabs) {
      tab.addEventListener("click", (event) => {
        event.preventDefault();
        this.#choose(tab);
      });
    }
    list.addEventListener("keydown", (event) => this.#key(event));
  }

  get names() {
    return this.#tabs.map(nameOf);
  }

  get chosen() {
    return nameOf(this.#tabs.find((tab) => tab.getAttribute("aria-selected") === "true"));
  }

  /** Show a tab by its name. */
  choose(name) {
    const tab = this.#tabs.find((one) => nameOf(one) === name);
    if (tab) this.#choose(tab);
  }

  #key(event) {
    const last = this.#tabs.length - 1;
    const at = this.#tabs.indexOf(document.activeElement);
    let next = null;
    if (event.key in STEPS) next = (at + STEPS[event.key] + last + 1) % (last + 1);
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = last;
    else if (event.key === " ") next = at;
    if (next === null || at === -1) return;
    event.preventDefault();
    event.stopPropagation();
    this.#tabs[next].focus();
    this.#choose(this.#tabs[next]);
  }

  #choose(chosen) {
    for (const tab of this.#tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
    this.#shown(nameOf(chosen));
  }
}

function nameOf(tab) {
  return tab.id.replace("tab-", "");
}
