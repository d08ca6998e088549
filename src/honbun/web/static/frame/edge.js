// A drag at or beyond the edge of the window scrolls the page.

/** Pixels from the edge, and the maximum speed in pixels per second. */
const EDGE = 36;
const FASTEST = 1500;
/** Maximum milliseconds per step, so that a window that was hidden does not jump. */
const LONGEST = 50;

export class EdgeScroll {
  /** The position of the pointer in the window; null while nothing is dragged. @type {number | null} */
  #y = null;
  #last = 0;

  /** Set the position of the dragging pointer; null ends the drag. */
  at(y) {
    const begins = this.#y === null && y !== null;
    this.#y = y;
    if (!begins) return;
    this.#last = performance.now();
    this.#next();
  }

  #next() {
    requestAnimationFrame((now) => {
      if (this.#y === null) return;
      const spent = Math.min(now - this.#last, LONGEST);
      this.#last = now;
      // With smooth scrolling the page would still be at the previous step.
      window.scrollBy({ top: (speedAt(this.#y) * spent) / 1000, behavior: "instant" });
      this.#next();
    });
  }
}

/** Pixels per second: faster near the edge, negative upwards. */
function speedAt(y) {
  const above = Math.min(EDGE, Math.max(0, EDGE - y));
  const below = Math.min(EDGE, Math.max(0, y - (window.innerHeight - EDGE)));
  return ((below - above) / EDGE) * FASTEST;
}
