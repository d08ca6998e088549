// One question to the server, and what it says.

/** The server cannot be reached: it may be asked again. */
export class NoAnswer extends Error {
  message = "The server did not answer.";
}

/**
 * The answer to a path; fails with a sentence for people where there is none.
 * @param {string} path
 * @param {AbortSignal} [signal] ends it
 * @returns {Promise<{status: number, told: any}>}
 */
export async function answer(path, signal) {
  const { ok, status, text } = await reply(path, signal);
  if (!ok) throw new Error(text.trim());
  return { status, told: JSON.parse(text) };
}

async function reply(path, signal) {
  try {
    const response = await fetch(path, { signal });
    const { ok, status } = response;
    return { ok, status, text: await response.text() };
  } catch {
    // Browsers have words of their own for it, which say nothing.
    signal?.throwIfAborted();
    throw new NoAnswer();
  }
}
