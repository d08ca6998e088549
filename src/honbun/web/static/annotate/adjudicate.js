// Adjudication: what annotators differ in is decided, block by block, and becomes the truth.

import { Blocks } from "./blocks.js";
import { Decisions } from "./decisions.js";
import { Differences } from "./differences.js";
import { fillHelp } from "./help.js";
import { DECIDE_KEYS, isTaken, meaning, pressed } from "./keys.js";
import { Labelling } from "./labelling.js";
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
    said: (line) => this.#surface.say(line),
    saving: () => this.#saving(),
  });
  #blocks = null;
  #said = null;
  #decisions = null;
  #differences = null;
  /** The block that is to be decided. @type {number|null} */
  #current = null;
  #styled = true;
  #leaving = null;

  #actions = {
    difference: (by) => this.#step(Number(by)),
    open: () => this.#choose(this.#open[0] ?? null),
    take: (number) => this.#take(Number(number)),
    kind: (kind) => this.#decide(this.#current, kind),
    erase: () => this.#decide(this.#current, null),
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
    const [page, said] = await Promise.all([
      this.#source.page(this.#n),
      asked(`/annotate/adjudicate/${this.#n}/data`),
      this.#labelling.load(this.#n),
    ]);
    const blocks = new Blocks(page.blocks);
    await this.#stage.show(page, blocks);
    this.#blocks = blocks;
    this.#said = said;
    this.#decisions = new Decisions(page.digest);
    this.#differences = new Differences(
      said.disputes,
      blocks,
      (block) => this.#choose(block),
      (block, kind) => this.#decide(block, kind),
    );
    this.#surface.opened(page, this.#n, "");
    this.#changed();
    this.#choose(this.#open[0] ?? null);
  }

  /** The labels as they are decided or, before anything is, as all agree. */
  get #standing() {
    const standing = this.#labelling.standing(this.#n);
    const labels = standing.state === "new" ? this.#said.agreed : standing.labels;
    return { ...standing, labels };
  }

  /** The differences that are not decided. */
  get #open() {
    const standing = this.#standing;
    return this.#said.disputes
      .map(({ block }) => block)
      .filter((block) => !this.#decisions.isDecided(block, standing));
  }

  #changed() {
    if (!this.#blocks) return;
    const standing = this.#standing;
    const open = new Set(this.#open);
    const shown = { ...standing.labels };
    for (const { block } of this.#said.disputes) {
      if (open.has(block)) shown[block] = "differs";
      else shown[block] ??= "out";
    }
    this.#stage.labels(shown);
    const { undoable, redoable } = this.#decisions;
    this.#surface.standing({
      ...standing,
      undoable: standing.undoable || undoable,
      redoable: standing.redoable || redoable,
    });
    this.#differences.show(this.#current, (block) =>
      open.has(block) ? undefined : (standing.labels[block] ?? null),
    );
    this.#summarise(open.size);
    this.#tellChosen(standing.labels);
  }

  /** A block that nobody differs on can be corrected too. */
  #tellChosen(labels) {
    const line = document.querySelector("#chosen");
    const block = this.#current;
    line.hidden = block === null || this.#said.disputes.some((one) => one.block === block);
    if (!line.hidden) {
      line.textContent = `Chosen: “${this.#blocks.text(block) || "picture"}” (${labels[block] ?? "not content"})`;
    }
  }

  #summarise(open) {
    const names = Object.keys(this.#said.annotators);
    const all = this.#said.disputes.length;
    const line =
      names.length === 0 ? "Nobody has finished this page."
      : names.length === 1 ? `Only ${names[0]} has labelled this page. Confirm it with Done, or correct it first.`
      : all === 0 ? `${names.join(", ")} agree on this page.`
      : open === 0 ? `All ${all} are decided.`
      : `${open} of ${all} open.`;
    document.querySelector("#summary").textContent = line;
    document.querySelector("[data-do=done]").disabled = open > 0 || names.length === 0;
  }

  #choose(block) {
    this.#current = block;
    this.#stage.point(block);
    this.#changed();
    if (block === null) return;
    const dispute = this.#said.disputes.find((one) => one.block === block);
    const opinions = Object.entries(dispute?.says ?? {}).map(([name, kind]) => `${name}: ${kind ?? "not content"}`);
    this.#surface.say([this.#blocks.text(block) || "picture", dispute?.tag, ...opinions].filter(Boolean).join(". "));
  }

  #step(by) {
    const blocks = this.#said?.disputes.map(({ block }) => block) ?? [];
    if (blocks.length === 0) return;
    const place = blocks.indexOf(this.#current);
    const next = place === -1 ? (by > 0 ? 0 : blocks.length - 1) : place + by;
    this.#choose(blocks[Math.min(Math.max(next, 0), blocks.length - 1)]);
  }

  #take(number) {
    const dispute = this.#said?.disputes.find((one) => one.block === this.#current);
    const kinds = Object.values(dispute?.says ?? {});
    if (number < kinds.length) this.#decide(this.#current, kinds[number]);
  }

  #decide(block, kind) {
    if (block === null || !this.#blocks) return;
    const begun = this.#labelling.standing(this.#n).state !== "new";
    const saved = this.#labelling.act(this.#n, { ...(begun ? {} : this.#said.agreed), [block]: kind });
    this.#decisions.note(block, kind, saved);
    this.#surface.say(`${kind ?? "not content"}: ${this.#blocks.text(block) || "picture"}`);
    this.#choose(this.#open[0] ?? block);
  }

  #back(step) {
    if (!this.#blocks) return;
    if (this.#decisions[step]()) this.#labelling.step(this.#n, step);
    this.#changed();
  }

  #done() {
    if (!this.#blocks || this.#open.length > 0) return;
    const begun = this.#labelling.standing(this.#n).state !== "new";
    this.#labelling.act(this.#n, begun ? {} : this.#said.agreed, "done");
    this.#leaving = this.#next
      ? `/annotate/adjudicate/${this.#next}${location.search}`
      : this.#surface.list.href;
    this.#saving();
  }

  /** One leaves when all is saved. */
  #saving() {
    this.#surface.saving(this.#labelling);
    if (this.#leaving && this.#labelling.waiting === 0) location.assign(this.#leaving);
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

void new Adjudication().start();
