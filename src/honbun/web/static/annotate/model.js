// Labels as data, and how actions change them. Does not use browser APIs.
//
// Confirmed labels and pending actions are stored separately; the pending actions are applied to
// the confirmed labels for display. So an answer never reverts actions that came after it.

/**
 * @typedef {object} Standing the labels and state of an annotator on a page
 * @property {Record<number, string>} labels kinds by block
 * @property {string} state new, begun, done, unsure or skipped
 * @property {boolean} undoable
 * @property {boolean} redoable
 * @property {string} version
 *
 * @typedef {object} Action a change of labels, of the state, or of both
 * @property {Record<number, string|null>} [changes]
 * @property {string} [state]
 */

/** The labels and state after an action, computed as on the server. */
export function applied(standing, { changes = {}, state }) {
  const labels = { ...standing.labels };
  for (const [block, kind] of Object.entries(changes)) {
    if (kind === null) delete labels[block];
    else labels[block] = kind;
  }
  const begins = Object.keys(changes).length > 0 && ["new", "skipped"].includes(standing.state);
  return { ...standing, labels, state: state ?? (begins ? "begun" : standing.state), undoable: true };
}

/** The confirmed labels with all pending actions applied. */
export function rebased(standing, pending) {
  return pending.reduce(applied, standing);
}

/** The changes that have an effect. */
export function needed(labels, changes) {
  return Object.fromEntries(
    Object.entries(changes).filter(([block, kind]) => (labels[block] ?? null) !== kind),
  );
}

/** The same kind for all of these blocks; null removes their labels. */
export function painted(blocks, kind) {
  return Object.fromEntries(blocks.map((block) => [block, kind]));
}

/** The same kind for all of these blocks, or none if they all have it already. */
export function toggled(labels, blocks, kind) {
  const all = kind !== null && blocks.every((block) => labels[block] === kind);
  return painted(blocks, all ? null : kind);
}

/** The changes that replace all labels by others. */
export function replaced(labels, others) {
  const gone = painted(Object.keys(labels).filter((block) => !(block in others)), null);
  return needed(labels, { ...gone, ...others });
}

/** The blocks whose kind differs between two sets of labels. */
export function changed(before, after) {
  const blocks = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...blocks].filter((block) => before[block] !== after[block]).map(Number);
}
