// The other end of the frame, for the pages around it.

/** Milliseconds that a frame may take until it can be drawn in: it is one small document. */
const LONGEST = 15_000;

/**
 * A sandboxed frame and the channel to it. It speaks in numbers of the page's tree: of nodes and
 * of runs of text, and in pixels of its own window.
 */
export class Frame {
  #iframe;
  /** @type {MessagePort | null} */
  #port = null;
  #mode = "";
  /** @type {Map<string, Set<(message: object) => void>>} */
  #handlers = new Map();
  /** What the frame was told of its keys: a new document does not know. */
  #keys = [];
  /** Whether the mouse is on the page in the frame, as far as the frame knows. */
  #entered = false;
  /** Whether it is pressed there. */
  #pressed = false;
  /** Each draw waits for the one before. */
  #turn = Promise.resolve();

  /** @param {HTMLIFrameElement} iframe with `sandbox="allow-scripts"`; it needs no `src` */
  constructor(iframe) {
    this.#iframe = iframe;
    /** Settled when the frame can be drawn in; fails if it never can. @type {Promise<object>} */
    this.ready = this.#readiness();
    iframe.addEventListener("load", () => this.#offer());
    // A frame in a process of its own is not always told that the mouse is elsewhere.
    for (const type of ["pointermove", "pointerup"]) {
      document.addEventListener(type, (event) => this.#outside(event));
    }
    // What the page asked for may be there already, or still on its way.
    if (iframe.hasAttribute("src")) this.#offer();
    else this.#open("standards");
  }

  /**
   * Show a page; what was shown on the one before is gone.
   * @param {{mode: string, sheets: object[], steps: unknown[], runs: number[]}} page
   * @param {number[]} targets the nodes that count as blocks
   * @returns {Promise<number>} how many elements were drawn; fails where it cannot be drawn
   */
  draw({ mode, sheets, steps, runs }, targets) {
    const drawn = this.#turn.then(async () => {
      await this.ready;
      // How a document is laid out is settled when it is opened.
      if (mode !== this.#mode) {
        this.ready = this.#readiness();
        this.#open(mode);
        await this.ready;
      }
      const answer = this.#next("drawn", "failed");
      this.#tell({ type: "draw", page: { mode, sheets, steps, runs }, targets });
      const { type, elements, reason } = await answer;
      if (type === "failed") throw new Error(`the page cannot be drawn: ${reason}`);
      return elements;
    });
    this.#turn = drawn.catch(() => {});
    return drawn;
  }

  /** @param {[number, string][]} marks nodes and names of kinds.js, "none" to take one away */
  marks(marks, clear = false) {
    this.#tell({ type: "marks", marks, clear });
  }

  /** @param {{nodes?: number[], runs?: number[], name: string, label: string}[]} boxes */
  boxes(boxes) {
    this.#tell({ type: "boxes", boxes });
  }

  /** @param {{from: [number, number], to: [number, number], name: string, group: unknown}[]} spans */
  spans(spans) {
    this.#tell({ type: "spans", spans });
  }

  /** @param {number | null} node */
  point(node, { whole = false, scroll = false } = {}) {
    this.#tell({ type: "point", node, whole, scroll });
  }

  /** @param {number[]} nodes */
  range(nodes) {
    this.#tell({ type: "range", nodes });
  }

  /** @param {boolean} on */
  styled(on) {
    this.#tell({ type: "styled", on });
  }

  /** Which of the keys that scroll (arrows, space, Home…) have another use and do not scroll. */
  keys(keys) {
    this.#keys = keys;
    this.#tell({ type: "keys", keys });
  }

  /** Call a handler with each message of a type; returns what ends that. */
  on(type, handler) {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  #open(mode) {
    const address = new URL(`/frame?mode=${encodeURIComponent(mode)}`, document.baseURI).href;
    // Not by its `src`: each page that is looked at would be one more step back.
    this.#iframe.contentWindow.location.replace(address);
  }

  /** Offer a channel; a document takes the first that it is there for. */
  #offer() {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      if (data.type === "ready") this.#take(port1, data.mode);
      if (port1 === this.#port) this.#hear(data);
    };
    // An opaque origin cannot be named; what is sent is but the channel, to what we opened.
    this.#iframe.contentWindow.postMessage("honbun", "*", [port2]);
  }

  /** Something of the mouse came to us: it is not on the page, but may still drag there. */
  #outside({ target, clientX, clientY, buttons }) {
    if (target === this.#iframe || !(this.#entered || this.#pressed)) return;
    this.#entered = false;
    const { left, top } = this.#iframe.getBoundingClientRect();
    this.#tell({ type: "left", x: clientX - left, y: clientY - top, held: buttons !== 0 });
  }

  #take(port, mode) {
    this.#port?.close();
    this.#port = port;
    this.#mode = mode;
    this.#tell({ type: "keys", keys: this.#keys });
  }

  #readiness() {
    const ready = new Promise((resolve, reject) => {
      const late = () => reject(new Error("the page cannot be shown: reload"));
      const timer = setTimeout(late, LONGEST);
      void this.#next("ready").then(resolve).then(() => clearTimeout(timer));
    });
    ready.catch(() => {}); // whoever draws is told
    return ready;
  }

  /** The next message of one of these types. */
  #next(...types) {
    return new Promise((resolve) => {
      const ends = types.map((type) => this.on(type, (message) => {
        ends.forEach((end) => end());
        resolve(message);
      }));
    });
  }

  #tell(message) {
    this.#port?.postMessage(message);
  }

  #hear(message) {
    if (message.type === "over") this.#entered = message.node !== null;
    if (message.type === "press") this.#pressed = true;
    if (message.type === "release") this.#pressed = false;
    for (const handler of [...(this.#handlers.get(message.type) ?? [])]) handler(message);
  }
}
