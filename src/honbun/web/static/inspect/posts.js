// The posts panel: the posts of a thread, framed and numbered.

import { FRAMES } from "../frame/kinds.js";
import { counted, make, webLink } from "./element.js";
import { Entries } from "./entries.js";
import { nothing } from "./panel.js";
import { badge } from "./swatch.js";

export class Posts extends Entries {
  framed = "post";

  get path() {
    return `${this.view.data}/posts`;
  }

  show({ posts, reason }, body) {
    const list = this.list(posts, entryOf, { "aria-label": "Posts" });
    body.replaceChildren(
      make("p", { class: "found" }, make("strong", {}, counted(posts.length, "post"))),
      reason ? nothing(`${reason}.`) : "",
      list,
    );
    this.point(this.at < posts.length ? this.at : -1, { quiet: true });
  }

  close() {
    super.close();
    this.view.frame.boxes([]);
  }

  spoken({ author, text }, at) {
    return `Post ${at + 1}${author ? `, ${author}` : ""}: ${text.slice(0, 120)}`;
  }
}

function entryOf({ author, date, published, number, reply_to: answered, permalink, body, text }, at) {
  return [
    make("p", { class: "line" },
      badge(FRAMES.post, at + 1),
      make("strong", { dir: "auto" }, author ?? "no author found"),
      date ? make("time", published ? { title: published } : {}, date) : make("span", { class: "none" }, "no date found")),
    make("p", { class: "words", dir: "auto" }, body ?? text),
    make("p", { class: "small" },
      number ? `No. ${number}` : "",
      answered ? ` answers ${answered}` : "",
      permalink ? make("span", {}, number || answered ? " · " : "", webLink(permalink, "link")) : ""),
  ];
}
