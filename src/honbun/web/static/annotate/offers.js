// Offers: labels that can be accepted instead of setting them by hand.

export class Offers {
  #surface;
  #stage;
  #previewing = false;
  /** The labels that honbun extracted, by block. @type {Record<number, string> | null} */
  found = null;
  /** The labels of an earlier version of the page. @type {{labels: object, of: number} | null} */
  earlier = null;

  constructor(surface, stage) {
    this.#surface = surface;
    this.#stage = stage;
  }

  /** Set some offers; the others stay unchanged. */
  make({ found = this.found, earlier = this.earlier }) {
    this.found = found;
    this.earlier = earlier;
    this.#surface.offers(this);
    this.preview(this.#previewing);
  }

  /** Drop the earlier labels: they are not wanted, or would replace others. */
  decline() {
    this.earlier = null;
    this.#surface.offer(null);
  }

  /** Show or hide the extracted labels on the page. */
  preview(on = !this.#previewing) {
    this.#previewing = on;
    this.#surface.press("preview", on);
    this.#stage.preview(on ? this.found : null);
  }
}
