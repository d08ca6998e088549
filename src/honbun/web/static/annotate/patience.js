// Patience: what the server does not answer is asked again, after pauses that grow.

import { Refusal } from "./source.js";

const SOON = 500;
const LATEST = 10_000;

/**
 * Ask until there is an answer. Fails with what the server refuses, and once nobody waits any more.
 * @param {() => Promise<T>} ask
 * @param {{waits?: () => boolean, failed?: (line: string) => void}} who asks, and hears of failures
 * @returns {Promise<T>}
 * @template T
 */
export async function patiently(ask, { waits = () => true, failed = () => {} } = {}) {
  for (let pause = SOON; ; pause = later(pause)) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Refusal || !waits()) throw error;
      failed(error.message);
      await new Pause(pause).over;
      if (!waits()) throw error;
    }
  }
}

/** How long to wait the next time. */
export function later(pause) {
  return Math.min(2 * pause, LATEST);
}

/** Some milliseconds, or less: a connection that is back is worth a try at once. */
export class Pause {
  static first = SOON;

  constructor(milliseconds) {
    this.over = new Promise((resolve) => {
      this.end = resolve;
    });
    setTimeout(this.end, milliseconds);
    window.addEventListener("online", this.end);
    void this.over.then(() => window.removeEventListener("online", this.end));
  }
}
