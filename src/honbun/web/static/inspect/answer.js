// A request to the server, and its result.

/** The server cannot be reached; the request can be repeated. */
export class NoAnswer extends Error {
  message = "The server did not answer.";
}

/**
 * The response to a path; throws an error with a message for people.
 * @param {string} path
 * @param {AbortSignal} [signal] ends it
 * @returns {Promise<{status: number, result: any}>}
 */
export async function answer(path, signal) {
  const { ok, status, text } = await reply(path, signal);
  if (!ok) throw new Error(text.trim());
  return { status, result: JSON.parse(text) };
}

async function reply(path, signal) {
  try {
    const response = await fetch(path, { signal });
    const { ok, status } = response;
    return { ok, status, text: await response.text() };
  } catch {
    // The browser's own message is of no use to people.
    signal?.throwIfAborted();
    throw new NoAnswer();
  }
}
