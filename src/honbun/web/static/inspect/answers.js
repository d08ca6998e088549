// Results that the server computes in the background: polled at growing intervals.

import { answer } from "./answer.js";

const FIRST = 400;
const LONGEST = 5000;

/**
 * The results for a panel: preliminary ones, then the final one.
 * @param {string} path
 * @param {AbortSignal} signal ends it
 * @returns {AsyncGenerator<{result: any, progress: {found: number, pages: number} | null}>}
 */
export async function* answers(path, signal) {
  for (let pause = FIRST; ; pause = Math.min(1.5 * pause, LONGEST)) {
    const { status, result } = await answer(path, signal);
    if (status !== 202) {
      yield { result, progress: null };
      return;
    }
    yield { result: result.meanwhile, progress: result.progress };
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
