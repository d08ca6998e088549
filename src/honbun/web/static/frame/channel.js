// The client of the frame, for the pages around it.

/** Milliseconds that a frame may take to load: it is one small document. */
const LONGEST = 15_000;

/**
 * A sandboxed frame and the channel to it. Messages use the numbers of nodes and text runs in the
 * page's tree, and pixels of the frame's window.
 */
export class Frame {
  #iframe;
  /** @type {MessagePort | null} */
  #port = null;
  #mode = "";
  /** @type {Map<string, Set<(message: object) => void>>} */
  #handlers = new Map();
  /** The keys that were sent to the frame; a new document needs them again. */
  #keys = [];
  /** Whether the mouse is over the frame, as far as the frame knows. */
  #entered = false;
  /** Whether it is pressed there. */
  #pressed = false;
  /** Each draw waits for the one before. */
  #turn = Promise.resolve();

  /** @param {HTMLIFrameElement} iframe with `sandbox="allow-scripts"`; it needs no `src` */
  constructor(iframe) {
    this.#iframe = iframe;
    /** Resolves when the frame is ready; rejects if it never is. @type {Promise<object>} */
    this.ready = this.#readiness();
    iframe.addEventListener("load", () => this.#offer());
    // A frame in its own process does not always get an event when the mouse leaves.
    for (const type of ["pointermove", "pointerup"]) {
      document.addEventListener(type, (event) => this.#outside(event));
    }
    // The requested document may be loaded already, or still be loading.
    if (iframe.hasAttribute("src")) this.#offer();
    else this.#open("standards");
  }

  /**
   * Show a page; marks of the previous one are removed.
   * @param {{mode: string, sheets: object[], steps: unknown[], runs: number[]}} page
   * @param {number[]} targets the nodes that count as blocks
   * @returns {Promise<number>} the number of drawn elements; rejects if the page cannot be drawn
   */
  draw({ mode, sheets, steps, runs }, targets) {
    const drawn = this.#turn.then(async () => {
      await this.ready;
      // The layout mode of a document is fixed when it is opened.
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

  /** @param {[number, string][]} marks nodes and names of kinds.js, "none" to remove one */
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

  /** The scrolling keys (arrows, space, Home…) that have another use and do not scroll. */
  keys(keys) {
    this.#keys = keys;
    this.#tell({ type: "keys", keys });
  }

  /** Call a handler with each message of a type; return a function that removes it. */
  on(type, handler) {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  #open(mode) {
    const address = new URL(`/frame?mode=${encodeURIComponent(mode)}`, document.baseURI).href;
    // Not by its `src`, which would add a history entry for each page.
    this.#iframe.contentWindow.location.replace(address);
  }

  /** Offer a channel; a document accepts the first one after it has loaded. */
  #offer() {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      if (data.type === "ready") this.#take(port1, data.mode);
      if (port1 === this.#port) this.#hear(data);
    };
    // An opaque origin cannot be named; the message is only the channel, to a document we opened.
    this.#iframe.contentWindow.postMessage("honbun", "*", [port2]);
  }

  /** The mouse is outside the frame, but may still drag inside it. */
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
    ready.catch(() => {}); // the error is reported by draw()
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
