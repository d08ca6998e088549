// Retries of requests that fail, with growing pauses.

import { Refusal } from "./source.js";

const SOON = 500;
const LATEST = 10_000;

/**
 * Repeat a request until it succeeds. Fails if the server refuses it, or if nobody waits any more.
 * @param {() => Promise<T>} ask
 * @param {{waits?: () => boolean, failed?: (line: string) => void}} who `waits` ends the retries, `failed` is called with each failure
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

/** The next pause. */
export function later(pause) {
  return Math.min(2 * pause, LATEST);
}

/** A pause in milliseconds, which ends early when the connection is back. */
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
