// Labels as data: what an action makes of them. Nothing here knows the browser.
//
// What the server has confirmed, and the actions on their way to it, are kept apart; what is shown
// is the one with the others applied. So an answer never takes away what was done meanwhile.

/**
 * @typedef {object} Standing what an annotator has said of a page
 * @property {Record<number, string>} labels kinds by block
 * @property {string} state new, begun, done, unsure or skipped
 * @property {boolean} undoable
 * @property {boolean} redoable
 * @property {string} version
 *
 * @typedef {object} Action what is to become of blocks, and of the page
 * @property {Record<number, string|null>} [changes]
 * @property {string} [state]
 */

/** What labels and state an action leaves; as the server does it. */
export function applied(standing, { changes = {}, state }) {
  const labels = { ...standing.labels };
  for (const [block, kind] of Object.entries(changes)) {
    if (kind === null) delete labels[block];
    else labels[block] = kind;
  }
  const begins = Object.keys(changes).length > 0 && ["new", "skipped"].includes(standing.state);
  return { ...standing, labels, state: state ?? (begins ? "begun" : standing.state), undoable: true };
}

/** What is shown: what was confirmed, and all that is not yet. */
export function rebased(standing, pending) {
  return pending.reduce(applied, standing);
}

/** The changes that leave something to do: an action without any is none. */
export function needed(labels, changes) {
  return Object.fromEntries(
    Object.entries(changes).filter(([block, kind]) => (labels[block] ?? null) !== kind),
  );
}

/** The same kind for all of these blocks; null takes their labels away. */
export function painted(blocks, kind) {
  return Object.fromEntries(blocks.map((block) => [block, kind]));
}

/** The same kind for all of these blocks or, where they all have it already, none. */
export function toggled(labels, blocks, kind) {
  const all = kind !== null && blocks.every((block) => labels[block] === kind);
  return painted(blocks, all ? null : kind);
}

/** Other labels instead of all that there are: changes from the one to the other. */
export function replaced(labels, others) {
  const gone = painted(Object.keys(labels).filter((block) => !(block in others)), null);
  return needed(labels, { ...gone, ...others });
}

/** The blocks whose kind differs between two sets of labels. */
export function changed(before, after) {
  const blocks = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...blocks].filter((block) => before[block] !== after[block]).map(Number);
}
