// Where pages and labels come from: the server, or the few pages that were fetched already.

const KEPT = 5;

export class Source {
  #by;
  /** @type {Map<number, Promise<object>>} */
  #pages = new Map();

  constructor(by) {
    this.#by = by;
  }

  /** A page as it looks, with its blocks. */
  page(n) {
    const known = this.#pages.get(n) ?? asked(`/pages/given/${n}`);
    this.#pages.delete(n);
    this.#pages.set(n, known);
    // One that failed may come the next time.
    known.catch(() => this.#pages.delete(n));
    while (this.#pages.size > KEPT) this.#pages.delete(this.#pages.keys().next().value);
    return known;
  }

  /** What has been said of a page, and what can be offered. */
  said(n) {
    return asked(this.#address(n));
  }

  /** The states of all pages. */
  async states() {
    return (await asked(this.#address("pages"))).states;
  }

  /** Send an action. */
  send({ n, step, action }, version) {
    return fetch(this.#address(n, step), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(step ? { version } : action),
    });
  }

  #address(n, step = "") {
    const path = step ? `${n}/${step}` : n;
    return `/annotate/data/${path}?by=${encodeURIComponent(this.#by)}`;
  }
}

/** The JSON at an address; what the server says instead is the error. */
export async function asked(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}
