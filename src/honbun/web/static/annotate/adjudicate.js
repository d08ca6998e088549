// Adjudication: differences between annotators are decided block by block and become the truth.

import { Blocks } from "./blocks.js";
import { Decisions, DENIED, named } from "./decisions.js";
import { Differences } from "./differences.js";
import { fillHelp } from "./help.js";
import { DECIDE_KEYS, isTaken, meaning, pressed } from "./keys.js";
import { Labelling } from "./labelling.js";
import { painted } from "./model.js";
import { asked, Source } from "./source.js";
import { Stage } from "./stage.js";
import { Surface } from "./surface.js";

class Adjudication {
  #n = Number(document.body.dataset.n);
  #next = document.body.dataset.next;
  #source = new Source(document.body.dataset.by);
  #surface = new Surface();
  #stage = new Stage(document.querySelector("#page"));
  #labelling = new Labelling(this.#source, {
    changed: () => this.#changed(),
    report: (line) => this.#surface.tell(line),
    saving: () => this.#saving(),
  });
  #blocks = null;
  #data = null;
  #differences = null;
  /** The block to decide. @type {number|null} */
  #current = null;
  #styled = true;
  /** The URL to open when the page is done. @type {string|null} */
  #leaving = null;

  #actions = {
    difference: (by) => this.#step(Number(by)),
    block: (by) => this.#move(Number(by)),
    open: () => this.#choose(this.#decisions?.open[0] ?? null),
    take: (number) => this.#take(Number(number)),
    kind: (kind) => this.#decide(this.#current, kind),
    erase: () => this.#decide(this.#current, DENIED),
    undo: () => this.#back("undo"),
    redo: () => this.#back("redo"),
    done: () => this.#done(),
    list: () => this.#surface.list.click(),
    styles: () => this.#style(!this.#styled),
    help: () => this.#surface.help.showModal(),
  };

  async start() {
    fillHelp(this.#surface.help, DECIDE_KEYS);
    this.#surface.on((name, to) => this.#actions[name](to));
    document.addEventListener("keydown", (event) => {
      if (!isTaken(event) && this.#key(pressed(event))) event.preventDefault();
    });
    this.#stage.on("key", (key) => this.#key(key));
    this.#stage.on("press", ({ node, button }) => {
      const block = button === 0 ? this.#blocks?.at(node) : null;
      if (block !== null && block !== undefined) this.#choose(block);
    });
    this.#saving();
    try {
      await this.#load();
    } catch (error) {
      this.#surface.trouble(error.message);
    }
  }

  async #load() {
    const [page, data] = await Promise.all([
      this.#source.page(this.#n),
      asked(`/annotate/adjudicate/${this.#n}/data`),
      this.#labelling.load(this.#n),
    ]);
    const blocks = new Blocks(page.blocks);
    await this.#stage.show(page, blocks);
    this.#blocks = blocks;
    this.#data = data;
    this.#differences = new Differences(
      data.disputes,
      blocks,
      (block) => this.#choose(block),
      (block, kind) => this.#decide(block, kind),
    );
    this.#surface.opened(page, this.#n, "");
    this.#changed();
    this.#choose(this.#decisions.open[0] ?? null);
  }

  /** The decisions; null until the page is loaded. */
  get #decisions() {
    return this.#data && new Decisions(this.#data, this.#labelling.standing(this.#n));
  }

  #changed() {
    if (!this.#blocks) return;
    const decisions = this.#decisions;
    const { truth } = decisions;
    this.#stage.labels({ ...marks(truth), ...painted(decisions.open, "differs") });
    this.#surface.standing({ ...this.#labelling.standing(this.#n), state: decisions.state });
    this.#differences.show(this.#current, truth);
    document.querySelector("#summary").textContent = decisions.summary;
    document.querySelector("[data-do=done]").disabled = !decisions.isComplete;
    this.#tellChosen(truth);
  }

  /** Blocks without a difference can be corrected too. */
  #tellChosen(truth) {
    const line = document.querySelector("#chosen");
    const block = this.#current;
    line.hidden = block === null || this.#data.disputes.some((one) => one.block === block);
    if (!line.hidden) {
      line.textContent = `Chosen: “${this.#blocks.words(block)}” (${named(truth[block])})`;
    }
  }

  #choose(block) {
    this.#current = block;
    this.#stage.point(block);
    this.#changed();
    if (block === null) return;
    const dispute = this.#data.disputes.find((one) => one.block === block);
    const opinions = Object.entries(dispute?.says ?? {}).map(([name, kind]) => `${name}: ${named(kind)}`);
    this.#surface.say([this.#blocks.words(block), dispute?.tag, ...opinions].filter(Boolean).join(". "));
  }

  #step(by) {
    const blocks = this.#data?.disputes.map(({ block }) => block) ?? [];
    if (blocks.length === 0) {
      this.#move(by);
      return;
    }
    const place = blocks.indexOf(this.#current);
    const next = place === -1 ? (by > 0 ? 0 : blocks.length - 1) : place + by;
    this.#choose(blocks[Math.min(Math.max(next, 0), blocks.length - 1)]);
  }

  /** Move from block to block, disputed or not. */
  #move(by) {
    if (this.#blocks) this.#choose(this.#blocks.step(this.#current, by));
  }

  #take(number) {
    const dispute = this.#data?.disputes.find((one) => one.block === this.#current);
    const kinds = Object.values(dispute?.says ?? {});
    if (number < kinds.length) this.#decide(this.#current, kinds[number] ?? DENIED);
  }

  #decide(block, kind) {
    if (block === null || !this.#blocks) return;
    this.#leaving = null;
    const isDispute = this.#data.disputes.some((one) => one.block === block);
    this.#labelling.act(this.#n, { [block]: kind });
    this.#surface.say(`${named(kind)}: ${this.#blocks.words(block)}`);
    // The selection stays when blocks are corrected one by one.
    this.#choose((isDispute ? this.#decisions.open[0] : null) ?? block);
  }

  #back(step) {
    this.#leaving = null;
    if (this.#blocks) this.#labelling.step(this.#n, step);
  }

  #done() {
    if (!this.#decisions?.isComplete) return;
    this.#labelling.act(this.#n, this.#decisions.truth, "done");
    this.#leaving = this.#next
      ? `/annotate/adjudicate/${this.#next}${location.search}`
      : this.#surface.list.href;
    this.#saving();
  }

  /** Leave the page when everything is saved; stay if something was refused. */
  #saving() {
    this.#surface.saving(this.#labelling);
    const isSaved = this.#labelling.waiting === 0 && this.#decisions?.state === "done";
    if (this.#leaving && isSaved) location.assign(this.#leaving);
  }

  #style(on) {
    this.#styled = on;
    this.#surface.press("styles", on);
    this.#stage.styled(on);
  }

  #key(key) {
    const found = this.#surface.help.open ? null : meaning(DECIDE_KEYS, key);
    if (found) this.#actions[found.does](found.to);
    return found !== null;
  }
}

/** How labels and denials are shown on the page. */
function marks(truth) {
  return Object.fromEntries(
    Object.entries(truth).map(([block, kind]) => [block, kind === DENIED ? "out" : kind]),
  );
}

void new Adjudication().start();
