// What the server finds out in the background: asked for again, at growing intervals.

import { answer } from "./answer.js";

const FIRST = 400;
const LONGEST = 5000;

/**
 * The answers of a panel, each better than the one before, until the last.
 * @param {string} path
 * @param {AbortSignal} signal ends it
 * @returns {AsyncGenerator<{told: any, progress: {found: number, pages: number} | null}>}
 */
export async function* answers(path, signal) {
  for (let pause = FIRST; ; pause = Math.min(1.5 * pause, LONGEST)) {
    const { status, told } = await answer(path, signal);
    if (status !== 202) {
      yield { told, progress: null };
      return;
    }
    yield { told: told.meanwhile, progress: told.progress };
    await wait(pause, signal);
  }
}

function wait(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
