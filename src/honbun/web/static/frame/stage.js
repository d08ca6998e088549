// The main module of the frame: it handles the messages of the page around it.

import { Blocks } from "./blocks.js";
import { frameBoxes } from "./boxes.js";
import { Cursor } from "./cursor.js";
import { Drawing } from "./drawing.js";
import { FADED } from "./fade.js";
import { Keys } from "./keys.js";
import { Layer } from "./layer.js";
import { Marks } from "./marks.js";
import { Pointer } from "./pointer.js";
import { freeRoot, ownSheet, sheetOf, Sheets } from "./sheets.js";
import { Spans } from "./spans.js";

class Stage {
  #say;
  #layer = new Layer(ownSheet("layer"));
  #marks = new Marks(this.#layer);
  #spans = new Spans(this.#layer);
  #cursor = new Cursor(this.#layer);
  #sheets = new Sheets({
    under: [sheetOf(FADED), ownSheet("base")],
    over: [ownSheet("page"), sheetOf(this.#marks.css), sheetOf(this.#spans.css)],
    bare: ownSheet("bare"),
  });
  #pointer;
  #keys;
  /** @type {Drawing} */
  #drawing;
  /** @type {Blocks} */
  #blocks;

  /** @param {(message: object) => void} say */
  constructor(say) {
    this.#say = say;
    this.#pointer = new Pointer(say, this.#spans);
    this.#keys = new Keys(say);
  }

  /** Handle a message; before a page is drawn, other messages are ignored. */
  hear(message) {
    if (message.type === "draw") this.#try(message.page, message.targets);
    else if (message.type === "keys") this.#keys.take(message.keys);
    else if (this.#drawing) this.#change(message);
  }

  #try(page, targets) {
    try {
      this.#draw(page, targets);
    } catch (error) {
      this.#say({ type: "failed", reason: String(error) });
    }
  }

  #draw(page, targets) {
    this.#drawing = new Drawing(page);
    this.#blocks = new Blocks(this.#drawing, targets);
    this.#sheets.begin(this.#drawing, page.sheets);
    document.replaceChild(this.#drawing.root, document.documentElement);
    freeRoot(this.#drawing.root);
    this.#layer.cover(this.#drawing.root);
    this.#marks.begin(this.#blocks);
    this.#spans.begin(this.#drawing);
    this.#cursor.begin(this.#drawing, this.#blocks);
    this.#pointer.begin(this.#drawing, this.#blocks);
    this.#layer.say(this.#apology());
    this.#say({ type: "drawn", elements: this.#drawing.elements.length });
  }

  #change(message) {
    switch (message.type) {
      case "styled":
        this.#sheets.styled(message.on);
        this.#layer.say(this.#apology());
        this.#layer.remeasure();
        break;
      case "marks": this.#marks.set(message.marks, message.clear); break;
      case "boxes": frameBoxes(this.#layer, this.#drawing, this.#blocks, message.boxes); break;
      case "spans": this.#spans.set(message.spans); break;
      case "point": this.#cursor.point(message.node, message.whole, message.scroll); break;
      case "left": this.#pointer.outside(message); break;
      case "range": this.#cursor.range(message.nodes); break;
    }
  }

  /** Why nothing is visible; "" if something is. */
  #apology() {
    const { elements, holders, things } = this.#drawing;
    if (things.length === 0) return "There is no text and no picture on this page.";
    const asked = { opacityProperty: true, visibilityProperty: true };
    if (holders.some((holder) => elements[holder].checkVisibility(asked))) return "";
    return "This page hides all of its text. Without its own styles it can be seen.";
  }
}

/** Start with the first channel that the page around the frame offers, and ignore all others. */
function greet(event) {
  if (window.parent === window || event.source !== window.parent || !event.ports.length) return;
  removeEventListener("message", greet);
  const [port] = event.ports;
  const stage = new Stage((message) => port.postMessage(message));
  port.onmessage = ({ data }) => stage.hear(data);
  const mode = document.compatMode === "BackCompat" ? "quirks" : "standards";
  port.postMessage({ type: "ready", mode });
}

addEventListener("message", greet);
