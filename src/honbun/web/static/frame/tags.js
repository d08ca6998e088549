// The position of a tag: near its block, and where it covers no other text if possible.

/** As in layer.css. */
const HEIGHT = 14;
const LETTER = 8;
const PADDING = 8;
/** Boxes of text are a little larger than their letters. */
const SLACK = 2;

/**
 * @typedef {import("./layer.js").Box} Box
 * @typedef {"inside" | "above" | "after" | "corner"} Place
 * @type {Record<Place, (box: Box, width: number) => [number, number]>}
 */
const PLACES = {
  inside: ({ left, top }) => [left, top],
  above: ({ left, top }) => [left, top - HEIGHT],
  after: ({ right, top, bottom }) => [right + 3, (top + bottom - HEIGHT) / 2],
  corner: ({ left, right, top }, width) => [Math.max(left, right - width), top],
};

/**
 * The top left corner of a tag, at the first free place, or at the last one.
 * @param {string} label
 * @param {Box} box the box of its block
 * @param {Place[]} places
 * @param {Box[]} taken boxes that it should not cover
 * @param {number} wide the width of the page
 */
export function spotOf(label, box, places, taken, wide) {
  const width = Math.min(label.length, 20) * LETTER + PADDING;
  const spots = places.map((place) => PLACES[place](box, width));
  const isFree = ([left, top], number) =>
    left >= 0 && top >= 0 && left + width <= wide
    && (places[number] !== "inside" || isRoomy(box, width))
    && !taken.some((other) => left < other.right && other.left < left + width
      && top < other.bottom - SLACK && other.top + SLACK < top + HEIGHT);
  const [left, top] = spots.find(isFree) ?? spots.at(-1);
  return { left: Math.max(0, Math.min(left, wide - width)), top: Math.max(0, top) };
}

/** Whether a tag is small compared with a box. */
function isRoomy({ left, top, right, bottom }, width) {
  return right - left >= 1.5 * width && bottom - top >= 2.5 * HEIGHT;
}
