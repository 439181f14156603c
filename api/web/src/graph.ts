/** The map: drawn in WebGL where there is some, chosen on by mouse, table and address alike. */

import "./graph.css";
import { load } from "./graph/data";
import { Desk } from "./graph/desk";
import { MapView } from "./graph/view";

const stage = document.querySelector<HTMLElement>(".stage")!;

function drawable(): boolean {
  return !!document.createElement("canvas").getContext("webgl2");
}

async function start(): Promise<void> {
  // Without WebGL the server's picture stays, and the table tells the rest.
  if (!drawable()) return;
  const status = document.createElement("p");
  status.className = "stage-status";
  status.setAttribute("role", "status");
  status.textContent = "Drawing the map …";
  stage.append(status);
  try {
    const map = await load(stage.dataset.map!);
    const view = new MapView(stage, map);
    new Desk(view, map);
    status.remove();
  } catch (error) {
    status.textContent = "The map can’t be drawn here; the picture and the table tell the same.";
    console.warn(error);
  }
}

void start();
