// A page as it looks, with the panels of its results.

import { Frame } from "../frame/channel.js";
import { answer } from "./answer.js";
import { Beside } from "./beside.js";
import { Content } from "./content.js";
import { listen } from "./keys.js";
import { Lists } from "./lists.js";
import { Posts } from "./posts.js";
import { Similar } from "./similar.js";
import { Tabs } from "./tabs.js";

const PANELS = { content: Content, posts: Posts, list: Lists, similar: Similar };
const byId = (id) => document.getElementById(id);

const { collection, n, pages } = document.body.dataset;
const frame = new Frame(byId("frame"));
const view = {
  frame, collection, n: Number(n), pages: Number(pages),
  page: { blocks: { node: [], text: [] } }, // until it is drawn, and where it cannot be
  data: `/inspect/data/${collection}/${n}`,
  say: (text) => { byId("spoken").textContent = text; },
  address,
  beside: new Beside(byId("stage"), byId("other")),
};

/** @type {Record<string, import("./panel.js").Panel>} */
const panels = {};
let panel = null;
const tabs = new Tabs(document.querySelector("[role=tablist]"), enter);

/** Put the current view into the address, so that it can be shared. */
function address(asked) {
  const here = new URL(location.href);
  for (const [name, value] of Object.entries(asked)) {
    if (value === null) here.searchParams.delete(name);
    else here.searchParams.set(name, value);
  }
  history.replaceState(null, "", here);
}

function enter(name) {
  panels[name] ??= new PANELS[name](view, byId(`panel-${name}`));
  if (panel === panels[name]) return;
  panel?.close();
  panel = panels[name];
  address({ show: name });
  for (const link of document.querySelectorAll("a[rel=next], a[rel=prev]")) {
    link.search = `show=${name}`;
  }
  // Results are marked on the page, so it must be drawn first (or have failed).
  const entered = panel;
  drawn.then(() => { if (panel === entered) entered.open(); });
}

function dress() {
  const button = byId("styled");
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  for (const one of [frame, view.beside.frame]) one?.styled(on);
  view.say(on ? "With the page’s own styles" : "Without the page’s own styles");
}

let mouse = "";

/** The pointer is on a block; one that rests while the page moves under it does not count. */
function over({ node, x, y }) {
  if (mouse === `${x} ${y}`) return;
  mouse = `${x} ${y}`;
  panel.over(node);
}

/** That it came here may be result later than that it was pressed here: it rests by then. */
function press({ node, x, y }) {
  mouse = `${x} ${y}`;
  panel.press(node);
}

function turn(way) {
  document.querySelector(`a[rel=${way}]`)?.click();
}

async function draw() {
  byId("drawing").hidden = false;
  const { result } = await answer(`/pages/${collection}/${n}`);
  await frame.draw(result, result.blocks.node);
  view.page = result;
  byId("drawing").hidden = true;
  byId("tools").hidden = false;
  frame.on("over", over);
  frame.on("press", press);
  frame.on("group", ({ group }) => panel.group(group));
}

byId("styled").addEventListener("click", dress);
byId("help-button").addEventListener("click", () => byId("help").showModal());
listen(frame, {
  next: () => panel.move(1),
  previous: () => panel.move(-1),
  tab: (number) => tabs.choose(tabs.names[number]),
  turn,
  dress,
  leave: () => panel.leave(),
  help: () => byId("help").showModal(),
});
const drawn = draw().catch((error) => {
  byId("drawing").className = "trouble";
  byId("drawing").textContent = error.message;
});
enter(tabs.chosen);
