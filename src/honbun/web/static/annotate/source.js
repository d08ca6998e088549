// Where pages and labels come from: the server, or the few pages that were fetched already.

const KEPT = 5;

/** What the server says where to ask again would not help. */
export class Refusal extends Error {}

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

  /** What has been said of a page, and what can be offered; `page` is the digest it is to have. */
  said(n, page) {
    return asked(this.#address(n, page));
  }

  /** The states of all pages. */
  async states() {
    return (await asked(this.#address("pages"))).states;
  }

  /** Send an action. */
  send({ n, page, step, action }, version) {
    return fetch(this.#address(step ? `${n}/${step}` : n, page), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(step ? { version } : action),
    });
  }

  #address(path, page) {
    // Numbers change with the collection, digests do not: see web/annotate/desk.py.
    const meant = page === undefined ? "" : `&page=${page}`;
    return `/annotate/data/${path}?by=${encodeURIComponent(this.#by)}${meant}`;
  }
}

/** The JSON at an address; what the server says instead is the error. */
export async function asked(address) {
  const response = await fetch(address).catch(() => {
    throw new Error("the server does not answer");
  });
  if (response.ok) return response.json();
  const line = (await response.text()).trim();
  throw response.status >= 500 ? new Error(line) : new Refusal(line);
}
