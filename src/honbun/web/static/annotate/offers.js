// Offers: labels that can be taken over instead of setting them by hand.

export class Offers {
  #surface;
  #stage;
  #previewing = false;
  /** What honbun found, by block. @type {Record<number, string> | null} */
  found = null;
  /** What an earlier version of the page had. @type {{labels: object, of: number} | null} */
  earlier = null;

  constructor(surface, stage) {
    this.#surface = surface;
    this.#stage = stage;
  }

  /** Offer these; what is not named stays as it is. */
  make({ found = this.found, earlier = this.earlier }) {
    this.found = found;
    this.earlier = earlier;
    this.#surface.offers(this);
    this.preview(this.#previewing);
  }

  /** No earlier labels: they are not wanted, or would replace others. */
  decline() {
    this.earlier = null;
    this.#surface.offer(null);
  }

  /** Show on the page what honbun found, or no longer. */
  preview(on = !this.#previewing) {
    this.#previewing = on;
    this.#surface.press("preview", on);
    this.#stage.preview(on ? this.found : null);
  }
}
