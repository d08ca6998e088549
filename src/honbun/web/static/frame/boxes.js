// Posts and items of a list: a frame with a number around each.

import { around, isSome } from "./blocks.js";
import { FRAMES } from "./kinds.js";

/** Show these frames and no others. */
export function frameBoxes(layer, drawing, blocks, boxes) {
  layer.clear("boxes");
  boxes.forEach(({ nodes = [], runs = [], name, label }, number) => {
    const { edge } = FRAMES[name] ?? FRAMES.item;
    const texts = runs.map((run) => drawing.ofRun.get(run)).filter(Boolean);
    const measure = () => {
      const parts = [...nodes.flatMap((node) => blocks.whole(node)), blocks.union(texts)];
      return [around(parts.filter(isSome))].filter(isSome);
    };
    const look = `frame ${name === "post" ? "post" : "item"}`;
    const box = { look, colours: { "--edge": edge }, label, places: ["above", "corner"] };
    const first = texts[0] ?? drawing.elements[drawing.ofNode.get(nodes[0])];
    const near = () => (first ? blocks.beside(first) : []);
    layer.set("boxes", number, { measure, near, box });
  });
}
