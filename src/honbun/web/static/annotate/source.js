// Loads pages and labels from the server; a few fetched pages are cached.

const KEPT = 5;

/** An error of the server that a retry would not solve. */
export class Refusal extends Error {}

export class Source {
  #by;
  /** @type {Map<number, Promise<object>>} */
  #pages = new Map();

  constructor(by) {
    this.#by = by;
  }

  /** The snapshot of a page, with its blocks. */
  page(n) {
    const known = this.#pages.get(n) ?? asked(`/pages/given/${n}`);
    this.#pages.delete(n);
    this.#pages.set(n, known);
    // A page that failed is requested again the next time.
    known.catch(() => this.#pages.delete(n));
    while (this.#pages.size > KEPT) this.#pages.delete(this.#pages.keys().next().value);
    return known;
  }

  /** The labels and offers of a page; `page` is its expected digest. */
  labels(n, page) {
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
    // Numbers change with the collection, digests do not.
    const meant = page === undefined ? "" : `&page=${page}`;
    return `/annotate/data/${path}?by=${encodeURIComponent(this.#by)}${meant}`;
  }
}

/** The JSON at a URL; an error message of the server is thrown. */
export async function asked(address) {
  const response = await fetch(address).catch(() => {
    throw new Error("the server does not answer");
  });
  if (response.ok) return response.json();
  const line = (await response.text()).trim();
  throw response.status >= 500 ? new Error(line) : new Refusal(line);
}
