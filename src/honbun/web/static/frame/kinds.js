// The kinds of blocks and their colours, for the frame and for the legends beside it.
//
// Dark text on its own background is readable on light and dark pages. No two kinds differ by
// colour alone: each has its own underline, and all except body text a tag.

/**
 * @typedef {object} Kind
 * @property {string} label the displayed name
 * @property {string} paper the colour behind the text
 * @property {string} ink the colour of the text
 * @property {string} line the underline, as CSS `text-decoration`
 * @property {string} edge the colour of frames and tags
 * @property {string} tag the tag at the block; empty for none
 */

const INK = "#16140f";

/** @type {Readonly<Record<string, Kind>>} */
export const KINDS = {
  title: {
    label: "Title", paper: "#ffd24d", ink: INK, line: "underline double #7a4f00",
    edge: "#7a4f00", tag: "title",
  },
  body: { label: "Body", paper: "#bfe1ff", ink: INK, line: "none", edge: "#0b5394", tag: "" },
  date: {
    label: "Date", paper: "#dccbff", ink: INK, line: "underline dotted 2px #5326a8",
    edge: "#5326a8", tag: "date",
  },
  author: {
    label: "Author", paper: "#b5ecc0", ink: INK, line: "underline dashed 2px #11642b",
    edge: "#11642b", tag: "author",
  },
  figure: {
    label: "Figure", paper: "#ffc79e", ink: INK, line: "underline solid #9a3b00",
    edge: "#9a3b00", tag: "figure",
  },
  caption: {
    label: "Caption", paper: "#ffcfe5", ink: INK, line: "underline wavy #a0195f",
    edge: "#a0195f", tag: "caption",
  },
  credit: {
    label: "Credit", paper: "#dcdac4", ink: INK, line: "underline solid 3px #55522a",
    edge: "#55522a", tag: "credit",
  },
  out: {
    label: "Not content", paper: "#e4e4e4", ink: "#4a4a4a", line: "line-through #8a1c1c",
    edge: "#5c5c5c", tag: "out",
  },
  // A grey that is pale on white and on black: highlights cannot fade the colour of the page.
  dropped: {
    label: "Not content", paper: "transparent", ink: "rgb(128 128 128 / .6)", line: "none",
    edge: "#8a8a8a", tag: "",
  },
  differs: {
    label: "Differs", paper: "#fff200", ink: "#8b0000", line: "underline wavy 2px #d1001f",
    edge: "#d1001f", tag: "≠",
  },
};

/** Ranges of text, such as sentences that two pages share. @type {Readonly<Record<string, Kind>>} */
export const SPANS = {
  shared: {
    label: "Shared", paper: "#cdeccd", ink: INK, line: "underline solid #1d6b1d",
    edge: "#1d6b1d", tag: "",
  },
  changed: {
    label: "Slightly changed", paper: "#f6e3b4", ink: INK, line: "underline dashed 2px #7a5a00",
    edge: "#7a5a00", tag: "",
  },
  chosen: {
    label: "Chosen", paper: "#ffb454", ink: INK, line: "underline solid 3px #7a3b00",
    edge: "#7a3b00", tag: "",
  },
};

/** Frames around posts and items of lists. */
export const FRAMES = {
  post: { label: "Post", edge: "#0b5394" },
  item: { label: "Item", edge: "#9a3b00" },
  chosen: { label: "Chosen", edge: "#c2185b" },
};
