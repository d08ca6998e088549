// The annotation tool: wires the page, the labels, the keys and the buttons together.

import { Blocks } from "./blocks.js";
import { fillHelp } from "./help.js";
import { isTaken, meaning, pressed, TOOL_KEYS } from "./keys.js";
import { Labelling } from "./labelling.js";
import { painted, replaced, toggled } from "./model.js";
import { Offers } from "./offers.js";
import { Opening } from "./opening.js";
import { Pointing } from "./pointing.js";
import { Progress } from "./progress.js";
import { Selection } from "./selection.js";
import { Refusal, Source } from "./source.js";
import { Stage } from "./stage.js";
import { Surface } from "./surface.js";

class Tool {
  blocks = null;
  selection = new Selection(null);
  #n = 0;
  /** @type {Opening | null} */
  #opening = null;
  #by = document.body.dataset.by;
  #pages = Number(document.body.dataset.pages);
  #source = new Source(this.#by);
  #surface = new Surface();
  #stage = new Stage(document.querySelector("#page"));
  #pointing = new Pointing(this, this.#stage);
  #progress = new Progress(this.#source);
  #labelling = new Labelling(this.#source, {
    changed: (n) => this.#changed(n),
    report: (line) => this.say(line),
    saving: () => this.#saving(),
  });
  /** Other windows of the same annotator. */
  #others = new BroadcastChannel(`honbun.labels ${this.#by}`);
  #offers = new Offers(this.#surface, this.#stage);
  #styled = true;
  /** Whether the pointer is pressed, and whether labels are to be loaded when it is released. */
  #pressed = false;
  #lookLater = false;

  #actions = {
    move: (by) => this.#move(Number(by), false),
    extend: (by) => this.#move(Number(by), true),
    wider: () => this.widen(1),
    narrower: () => this.widen(-1),
    unselect: () => this.#unselect(),
    label: () => this.paint(this.selection.all, true),
    kind: (kind) => this.#brush(kind || null),
    erase: () => this.#erase(),
    range: () => this.range(!this.#pointing.ranging),
    accept: () => this.#take(this.#offers.found, "what honbun found"),
    carry: () => this.#take(this.#offers.earlier.labels, "the labels of the earlier version"),
    dismiss: () => this.#offers.decline(),
    preview: () => this.#offers.preview(),
    undo: () => this.#labelling.step(this.#n, "undo"),
    redo: () => this.#labelling.step(this.#n, "redo"),
    done: () => this.#finish("done"),
    unsure: () => this.#finish("unsure"),
    skip: () => this.#finish("skipped"),
    page: (by) => this.#turn(this.#n + Number(by)),
    left: () => this.#turn(this.#progress.next(this.#n)),
    list: () => this.#surface.list.click(),
    styles: () => this.#style(!this.#styled),
    help: () => this.#surface.help.showModal(),
  };

  async start() {
    localStorage.setItem("honbun.by", this.#by);
    fillHelp(this.#surface.help, TOOL_KEYS);
    this.#surface.on((name, to) => this.#byButton(name, to), () => this.#brushed());
    document.addEventListener("keydown", (event) => {
      if (!isTaken(event) && this.#key(pressed(event))) event.preventDefault();
    });
    this.#stage.on("key", (key) => this.#key(key));
    window.addEventListener("popstate", () => this.#open(inAddress()));
    document.addEventListener("visibilitychange", () => this.#lookAgain());
    window.addEventListener("focus", () => this.#lookAgain());
    this.#others.addEventListener("message", () => this.#lookAgain());
    window.addEventListener("pointerdown", () => (this.#pressed = true), true);
    for (const end of ["pointerup", "pointercancel"])
      window.addEventListener(end, () => setTimeout(() => this.#release()), true);
    this.#surface.saving(this.#labelling);
    await Promise.all([this.#open(Number(document.body.dataset.n)), this.#progress.load()]);
    this.#tellProgress();
  }

  /** Label blocks with the chosen kind. */
  paint(blocks, toggling) {
    if (blocks.length === 0) return;
    const kind = this.#surface.kind;
    const { labels } = this.#labelling.standing(this.#n);
    this.#act(toggling ? toggled(labels, blocks, kind) : painted(blocks, kind));
  }

  /** Widen or narrow the selection. */
  widen(by) {
    if (!this.selection.widen(by)) this.say(by > 0 ? "No wider." : "No narrower.");
    else this.say(`${counted(this.selection.all.length)} selected.`);
    this.selected();
  }

  /** Show the selection. */
  selected(scroll = false) {
    if (!this.blocks) return;
    this.#stage.select(this.selection, scroll);
    this.#surface.info(this.selection, this.blocks, this.#labelling.standing(this.#n).labels);
  }

  /** Show the result of an action. */
  say(line, options) {
    this.#surface.tell(line, options);
  }

  async #open(n) {
    if (this.#opening) this.#opening.left = true;
    const opening = new Opening(this.#source, this.#labelling, n);
    this.#opening = opening;
    this.#n = n;
    this.blocks = null;
    this.selection = new Selection(null);
    this.range(false);
    this.#surface.opening(n, this.#pages);
    try {
      const failed = (line) => this.#surface.trouble(`${line}; trying again`);
      const [page, labels] = await opening.answer(failed);
      await this.#show(page, labels, opening);
    } catch (error) {
      if (!opening.left) this.#surface.trouble(error.message);
    }
    if (!opening.left) this.#fetchAhead(n);
  }

  /** Prefetch the pages that may be opened next. */
  #fetchAhead(n) {
    const ahead = new Set([n + 1, this.#progress.next(n) ?? n + 1]);
    for (const next of ahead) if (next < this.#pages) this.#source.page(next).catch(() => {});
  }

  async #show(page, labels, opening) {
    const blocks = new Blocks(page.blocks);
    if (!opening.left) await this.#stage.show(page, blocks);
    if (opening.left) return;
    const n = this.#n;
    this.blocks = blocks;
    this.selection = new Selection(blocks);
    this.#pointing.begin();
    this.#stage.styled(this.#styled);
    this.#surface.opened(page, n, this.#pages);
    this.#offers.make(labels);
    this.#changed(n);
    if (labels.finding) void this.#await(opening);
  }

  async #await(opening) {
    const found = await opening.found();
    if (!opening.left) this.#offers.make({ found });
  }

  #saving() {
    this.#surface.saving(this.#labelling);
    if (this.#labelling.waiting === 0) this.#others.postMessage("saved");
  }

  #release() {
    this.#pressed = false;
    if (this.#lookLater) void this.#lookAgain();
  }

  /**
   * Another window may have changed the labels. Pressing a button brings the focus back from the
   * page: labels that arrived before its release would be undone without having been seen.
   */
  async #lookAgain() {
    const n = this.#n;
    this.#lookLater = this.#pressed;
    if (this.#pressed) return;
    if (document.hidden || this.#labelling.waiting || !this.blocks) return;
    try {
      await this.#labelling.load(n);
      this.#changed(n);
    } catch (error) {
      if (error instanceof Refusal) this.#surface.trouble(error.message);
    }
  }

  #changed(n) {
    const standing = this.#labelling.standing(n);
    this.#progress.set(n, standing.state);
    this.#tellProgress();
    if (n !== this.#n || !this.blocks) return;
    // Labels that were set by hand would be lost.
    if (standing.state !== "new") this.#offers.decline();
    this.#stage.labels(standing.labels);
    this.#surface.standing(standing);
    this.selected();
  }

  #tellProgress() {
    this.#surface.progress(this.#progress.line);
  }

  #act(changes, state) {
    if (!this.blocks) return;
    this.#labelling.act(this.#n, changes, state);
    this.#surface.announce(changes, this.blocks);
  }

  #take(labels, name) {
    if (!labels || !this.blocks) return;
    this.#act(replaced(this.#labelling.standing(this.#n).labels, labels));
    this.#offers.preview(false);
    this.say(`Accepted ${name}: ${counted(Object.keys(labels).length)}.`);
  }

  #move(by, extending) {
    if (!this.blocks) return;
    this.#pointing.resting = true;
    this.#pointing.last = null;
    const block = this.blocks.step(this.selection.cursor, by);
    if (block === null) return;
    if (extending) this.selection.extend(block);
    else this.selection.point(block);
    this.selected(true);
    this.#surface.read(this.selection, this.blocks, this.#labelling.standing(this.#n).labels);
  }

  #unselect() {
    this.range(false);
    this.selection.point(null);
    this.selected();
  }

  /** Label the selection with a kind, which is also that of the next labels. */
  #brush(kind) {
    this.#surface.kind = kind;
    if (this.selection.cursor === null) this.#brushed();
    else this.#act(painted(this.selection.all, kind));
  }

  #brushed() {
    this.say(`Labels are now: ${this.#surface.kind ?? "not content"}.`);
  }

  #erase() {
    if (this.selection.cursor === null) this.say("Point at a block first.");
    else this.#act(painted(this.selection.all, null));
  }

  /** Start or end selecting a range by its first and last block. */
  range(on) {
    if (on === this.#pointing.ranging) return;
    this.#pointing.range(on);
    this.#surface.press("range", on);
    this.say(on ? "Range: choose the first block." : "", { lasting: true });
  }

  #style(on) {
    this.#styled = on;
    this.#surface.press("styles", on);
    this.#stage.styled(on);
  }

  /** Set the state of the page and go on; setting it again resets it. */
  #finish(state) {
    if (this.blocks && state !== "done" && this.#labelling.standing(this.#n).state === state) {
      this.#act({}, "begun");
      this.say(`No longer ${state}.`);
      return;
    }
    this.#act({}, state); // no effect on an unreadable page
    const next = this.#progress.next(this.#n);
    if (next === null) this.say("All pages are finished.");
    else this.#turn(next);
  }

  #turn(n) {
    if (n === null) this.say("All pages are finished.");
    else if (n < 0 || n >= this.#pages) this.say(n < 0 ? "This is the first page." : "This is the last page.");
    else {
      history.pushState(null, "", `/annotate/${n}?by=${encodeURIComponent(this.#by)}`);
      void this.#open(n);
    }
  }

  /** Buttons are outside the page: on its way the pointer passes other blocks. */
  #byButton(name, to) {
    const { last } = this.#pointing;
    const meant = ["wider", "narrower", "label"].includes(name) && last !== null;
    if (meant && last !== this.selection.cursor) this.selection.point(last);
    this.#actions[name](to);
  }

  #key(key) {
    const found = this.#surface.help.open ? null : meaning(TOOL_KEYS, key);
    if (found) this.#actions[found.does](found.to);
    return found !== null;
  }
}

function inAddress() {
  return Number(location.pathname.split("/").at(-1));
}

function counted(number) {
  return number === 1 ? "1 block" : `${number} blocks`;
}

void new Tool().start();
