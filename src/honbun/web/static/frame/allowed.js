// What may be drawn: a second check, in case the server missed something.

/** Nothing that submits: field names of a form shadow its methods. */
const TAGS = new Set(
  `a abbr acronym address article aside b bdi bdo big blockquote body br caption center cite code
  col colgroup data dd del details dfn dialog dir div dl dt em fieldset figcaption figure font
  footer h1 h2 h3 h4 h5 h6 header hgroup hr html i img ins kbd legend li listing main map mark menu
  nav nobr ol p picture plaintext pre q rb rp rt rtc ruby s samp search section small span strike
  strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr xmp`.split(/\s+/),
);

const ATTRIBUTES = new Set(
  `align alt bgcolor border bordercolor cellpadding cellspacing class clear color colspan compact
  datetime dir face frame height hidden hspace id lang leftmargin marginheight marginwidth noshade
  nowrap open reversed rowspan rules scope size span start style text title topmargin type valign
  value vspace width wrap`.split(/\s+/),
);

const PICTURE = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;

/** The replacement of a forbidden element, which has no meaning to the browser. */
const NEUTRAL = "x-plain";

/** An element with this tag, or a replacement without meaning if the tag is not allowed. */
export function elementOf(tag) {
  try {
    const element = document.createElement(tag);
    // Unknown elements have no behaviour; names with a hyphen are custom elements of scripts.
    const inert = element instanceof HTMLUnknownElement || tag.includes("-");
    if (inert || TAGS.has(tag)) return element;
  } catch {
    // Parsers accept names that this method rejects.
  }
  return document.createElement(NEUTRAL);
}

/** Whether an element with this tag may have this attribute. */
export function isAllowed(tag, name, value) {
  if (name === "src") return tag === "img" && PICTURE.test(value);
  return ATTRIBUTES.has(name) || name.startsWith("data-");
}
