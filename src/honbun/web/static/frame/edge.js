// A drag at the edge of the window, or beyond it, goes on into the part that is not seen.

/** Pixels from the edge, and pixels a second there at most. */
const EDGE = 36;
const FASTEST = 1500;
/** Milliseconds; a window that was not shown meanwhile does not jump. */
const LONGEST = 50;

export class EdgeScroll {
  /** Where the pointer is in the window; null while nothing is dragged. @type {number | null} */
  #y = null;
  #last = 0;

  /** The pointer that drags is here now; null ends it. */
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
      // Pages that scroll smoothly would still be at the step before.
      window.scrollBy({ top: (speedAt(this.#y) * spent) / 1000, behavior: "instant" });
      this.#next();
    });
  }
}

/** Pixels a second: faster towards the edge, upwards below zero. */
function speedAt(y) {
  const above = Math.min(EDGE, Math.max(0, EDGE - y));
  const below = Math.min(EDGE, Math.max(0, y - (window.innerHeight - EDGE)));
  return ((below - above) / EDGE) * FASTEST;
}
