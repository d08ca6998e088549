// The annotation tool: wires the page, the labels, the keys and the buttons together.

import { Blocks } from "./blocks.js";
import { fillHelp } from "./help.js";
import { isTaken, meaning, pressed, TOOL_KEYS } from "./keys.js";
import { Labelling } from "./labelling.js";
import { painted, replaced, toggled } from "./model.js";
import { Pointing } from "./pointing.js";
import { Progress } from "./progress.js";
import { Selection } from "./selection.js";
import { Source } from "./source.js";
import { Stage } from "./stage.js";
import { Surface } from "./surface.js";

const AGAIN = 1000;

class Tool {
  blocks = null;
  selection = new Selection(null);
  #n = 0;
  #by = document.body.dataset.by;
  #pages = Number(document.body.dataset.pages);
  #source = new Source(this.#by);
  #surface = new Surface();
  #stage = new Stage(document.querySelector("#page"));
  #pointing = new Pointing(this, this.#stage);
  #progress = new Progress(this.#source);
  #labelling = new Labelling(this.#source, {
    changed: (n) => this.#changed(n),
    said: (line) => this.say(line),
    saving: () => this.#surface.saving(this.#labelling),
  });
  /** What honbun found, and what an earlier version of the page had. */
  #offers = { found: null, earlier: null };
  #previewing = false;
  #styled = true;

  #actions = {
    move: (by) => this.#move(Number(by), false),
    extend: (by) => this.#move(Number(by), true),
    wider: () => this.widen(1),
    narrower: () => this.widen(-1),
    unselect: () => this.#unselect(),
    label: () => this.paint(this.selection.all, true),
    kind: (kind) => this.#brush(kind),
    erase: () => this.#erase(),
    range: () => this.#range(!this.#pointing.ranging),
    accept: () => this.#take(this.#offers.found, "what honbun found"),
    carry: () => this.#take(this.#offers.earlier.labels, "the labels of the earlier version"),
    dismiss: () => this.#surface.offer(null),
    preview: () => this.#preview(!this.#previewing),
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
    this.#surface.saving(this.#labelling);
    await Promise.all([this.#open(Number(document.body.dataset.n)), this.#progress.load()]);
    this.#tellProgress();
  }

  /** Label blocks with the kind that is chosen. */
  paint(blocks, toggling) {
    if (blocks.length === 0) return;
    const kind = this.#surface.kind;
    const { labels } = this.#labelling.standing(this.#n);
    this.#act(toggling ? toggled(labels, blocks, kind) : painted(blocks, kind));
  }

  /** Select more around, or less. */
  widen(by) {
    if (!this.selection.widen(by)) this.say(by > 0 ? "No wider." : "No narrower.");
    else this.say(`${counted(this.selection.all.length)} selected.`);
    this.selected();
  }

  /** Show what is selected. */
  selected(scroll = false) {
    this.#stage.select(this.selection, scroll);
    this.#surface.info(this.selection, this.blocks, this.#labelling.standing(this.#n).labels);
  }

  say(line) {
    this.#surface.say(line);
  }

  async #open(n) {
    this.#n = n;
    this.blocks = null;
    this.#surface.opening(n, this.#pages);
    try {
      const [page, said] = await Promise.all([this.#source.page(n), this.#labelling.load(n)]);
      if (n === this.#n) await this.#show(page, said);
    } catch (error) {
      if (n === this.#n) this.#surface.trouble(error.message);
    }
    this.#fetchAhead(n);
  }

  /** The pages that one may go on to are there when one does. */
  #fetchAhead(n) {
    const ahead = new Set([n + 1, this.#progress.next(n) ?? n + 1]);
    for (const next of ahead) if (next < this.#pages) this.#source.page(next).catch(() => {});
  }

  async #show(page, said) {
    const [n, blocks] = [this.#n, new Blocks(page.blocks)];
    await this.#stage.show(page, blocks);
    if (n !== this.#n) return;
    this.blocks = blocks;
    this.selection = new Selection(blocks);
    this.#pointing.begin();
    this.#stage.styled(this.#styled);
    this.#surface.opened(page, n, this.#pages);
    this.#offered(said);
    this.#changed(n);
    if (said.finding) this.#await(n);
  }

  #offered({ found, earlier }) {
    this.#offers = { found, earlier };
    this.#surface.offers(this.#offers);
    this.#preview(this.#previewing);
  }

  /** Ask again until honbun has judged the page. */
  async #await(n) {
    for (let finding = true; finding; ) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (n !== this.#n) return;
      const said = await this.#source.said(n).catch(() => ({ finding: true }));
      if (n !== this.#n) return;
      finding = said.finding;
      if (said.found) this.#offered({ ...this.#offers, found: said.found });
    }
  }

  /** Another tab may have changed the labels while this one was hidden. */
  async #lookAgain() {
    const n = this.#n;
    if (document.hidden || this.#labelling.waiting || !this.blocks) return;
    await this.#labelling.load(n).catch(() => {});
    this.#changed(n);
  }

  #changed(n) {
    const standing = this.#labelling.standing(n);
    this.#progress.set(n, standing.state);
    this.#tellProgress();
    if (n !== this.#n || !this.blocks) return;
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
    this.#surface.told(changes, this.blocks);
  }

  #take(labels, name) {
    if (!labels || !this.blocks) return;
    this.#surface.offer(null);
    this.#act(replaced(this.#labelling.standing(this.#n).labels, labels));
    this.#preview(false);
    this.say(`Took over ${name}: ${counted(Object.keys(labels).length)}.`);
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
    this.#range(false);
    this.selection.point(null);
    this.selected();
  }

  /** A kind by its key: for what is selected to be labelled next. */
  #brush(kind) {
    this.#surface.kind = kind;
    this.#brushed();
  }

  #brushed() {
    this.say(`Labels are now: ${this.#surface.kind ?? "not content"}.`);
  }

  #erase() {
    if (this.selection.cursor === null) this.#brush(null);
    else this.#act(painted(this.selection.all, null));
  }

  #range(on) {
    this.#pointing.range(on);
    this.#surface.press("range", on);
    if (on) this.say("Choose the first block.");
  }

  #preview(on) {
    this.#previewing = on;
    this.#surface.press("preview", on);
    this.#stage.preview(on ? this.#offers.found : null);
  }

  #style(on) {
    this.#styled = on;
    this.#surface.press("styles", on);
    this.#stage.styled(on);
  }

  /** Leave the page in a state and go on; to say it again of a page takes it back. */
  #finish(state) {
    if (this.blocks && state !== "done" && this.#labelling.standing(this.#n).state === state) {
      this.#act({}, "begun");
      this.say(`No longer ${state}.`);
      return;
    }
    this.#act({}, state); // nothing for a page that cannot be read: one just goes on
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

  /** Buttons are away from the page: on its way there the pointer comes over other blocks. */
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
