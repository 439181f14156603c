/** The map drawn by sigma: what is shown, what is lit, and where one looks. */

import Sigma from "sigma";
import { downloadAsImage } from "@sigma/export-image";
import type { EditionMap, Spot } from "./data";
import { drawDistricts, inScheme, palette, type Palette } from "./paint";

const MOVE = 600; // milliseconds of a flight

/** What the map lights up; nothing lit shows all alike. */
export interface Lit {
  focus: string | null;
  names: ReadonlySet<string>;
  path: readonly string[];
}

export class MapView {
  readonly sigma: Sigma<Spot, { kind: number }>;
  private lit: Lit = { focus: null, names: new Set(), path: [] };
  private steps = new Set<string>();
  private groups = new Set<string>();
  private terms = true;
  private loose: string[] = [];
  private look: Palette;
  private colours: string[];
  private hovered: string | null = null;

  constructor(
    private readonly stage: HTMLElement,
    private readonly map: EditionMap,
  ) {
    const box = document.createElement("div");
    box.className = "stage-map";
    // The table beside it is what a screen reader gets.
    box.setAttribute("aria-hidden", "true");
    stage.querySelector(".map-picture")?.remove();
    stage.append(box);
    this.look = palette();
    this.colours = map.colours.map(inScheme);
    this.sigma = new Sigma(map.graph, box, {
      allowInvalidContainer: true,
      itemSizesReference: "positions",
      zoomToSizeRatioFunction: (ratio) => ratio,
      autoRescale: true,
      minCameraRatio: 0.02,
      maxCameraRatio: 1.4,
      minEdgeThickness: 0.6,
      zIndex: true,
      labelFont: getComputedStyle(document.body).getPropertyValue("--sans"),
      labelColor: { color: this.look.ink },
      labelRenderedSizeThreshold: 7,
      labelDensity: 0.6,
      defaultDrawNodeHover: (context, data, settings) => drawHover(context, data, settings.labelFont, this.look),
      nodeReducer: (name, spot) => this.spot(name, spot as Spot),
      edgeReducer: (edge, { kind }) => this.thread(edge, kind),
    });
    const ground = this.sigma.createCanvas("districts", { beforeLayer: "edges" });
    this.sigma.on("afterRender", () => drawDistricts(ground, this.sigma, this.map, this.look, this.terms));
    this.sigma.on("enterNode", ({ node }) => this.hover(node));
    this.sigma.on("leaveNode", () => this.hover(null));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.look = palette();
      this.colours = this.map.colours.map(inScheme);
      this.sigma.setSetting("labelColor", { color: this.look.ink });
      this.sigma.refresh();
    });
  }

  /** Show links of these groups, and terms or not. */
  choose(groups: ReadonlySet<string>, terms: boolean): void {
    this.groups = new Set(groups);
    this.terms = terms;
    this.sigma.refresh({ skipIndexation: true });
  }

  /** Light a node and what it is tied to, or a path. */
  light(lit: Lit): void {
    this.lit = lit;
    this.tieUsers();
    this.steps = new Set(lit.path.slice(1).flatMap((name, at) => [`${lit.path[at]}→${name}`, `${name}→${lit.path[at]}`]));
    this.sigma.refresh({ skipIndexation: true });
  }

  /** Links to the terms that the focus uses, or from its users, of those that are lit. */
  private tieUsers(): void {
    const { graph, users, kinds } = this.map;
    const { focus, names } = this.lit;
    this.loose.forEach((edge) => graph.dropEdge(edge));
    this.loose = [];
    if (!focus) return;
    const kind = kinds.findIndex(({ name }) => name === "uses");
    for (const name of graph.filterNodes((other) => isPart(other, focus))) {
      for (const other of users.get(name) ?? []) {
        if (names.has(other)) this.loose.push(graph.addDirectedEdge(name, other, { kind }));
      }
    }
  }

  /** Fly to where some nodes lie. */
  fly(names: Iterable<string>): void {
    const places = [...names].map((name) => this.sigma.getNodeDisplayData(name)).filter((place) => place !== undefined);
    if (!places.length) return;
    const xs = places.map((place) => place.x);
    const ys = places.map((place) => place.y);
    const mean = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    const ratio = Math.min(1, Math.max(0.18, extent * 1.4));
    this.go({ x: mean(xs), y: mean(ys), ratio });
  }

  home(): void {
    this.go({ x: 0.5, y: 0.5, ratio: 1 });
  }

  zoom(factor: number): void {
    const camera = this.sigma.getCamera();
    this.go({ ...camera.getState(), ratio: camera.getBoundedRatio(camera.ratio * factor) });
  }

  savePicture(): Promise<void> {
    return downloadAsImage(this.sigma as unknown as Sigma, { format: "png", fileName: "ruleloom-map", backgroundColor: this.look.paper });
  }

  private go(to: { x: number; y: number; ratio: number }): void {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    void this.sigma.getCamera().animate(to, { duration: still ? 1 : MOVE });
  }

  private hover(name: string | null): void {
    const nodes = [this.hovered, name].filter((each) => each !== null);
    this.hovered = name;
    this.stage.classList.toggle("over-node", name !== null);
    const edges = nodes.flatMap((node) => this.map.graph.edges(node));
    this.sigma.refresh({ partialGraph: { nodes, edges }, skipIndexation: true });
  }

  private spot(name: string, spot: Spot) {
    const { focus, names, path } = this.lit;
    const isTerm = spot.kind === "term";
    const district = this.map.districts[spot.district]!;
    const chapter = /^\d/.test(district.name) ? Number(district.name[0]) : 0;
    const chosen = name === focus || path.includes(name);
    const bright = !focus || chosen || names.has(name);
    const size = Math.min(0.3 + 0.1 * Math.sqrt(spot.weight), 1.3) * (chosen ? 1.6 : isTerm ? 0.8 : 1);
    return {
      x: spot.x,
      y: spot.y,
      size,
      label: !bright && name !== this.hovered ? null : isTerm || !spot.title || path.includes(name) ? name : `${name} ${spot.title}`,
      color: !bright ? this.look.faded : chosen ? this.look.thread : isTerm ? this.look.soft : this.colours[chapter]!,
      hidden: isTerm && !this.terms && !chosen && !names.has(name),
      zIndex: chosen ? 2 : bright ? 1 : 0,
      forceLabel: path.length ? this.isTurn(name) : chosen || (!!focus && names.has(name) && names.size <= 40),
    };
  }

  /** Whether a path leaves its district there, or ends: the names of other steps would lie over it. */
  private isTurn(name: string): boolean {
    const { path } = this.lit;
    const district = (at: number) => this.map.graph.getNodeAttribute(path[at]!, "district");
    const at = path.indexOf(name);
    return at >= 0 && (at === path.length - 1 || district(at) !== district(at + 1));
  }

  private thread(edge: string, kind: number) {
    const [source, target] = this.map.graph.extremities(edge) as [string, string];
    const { focus, path, names } = this.lit;
    const grouped = this.groups.has(this.map.kinds[kind]!.group);
    const centre = this.hovered ?? focus;
    if (this.steps.has(`${source}→${target}`)) return { size: 0.35, color: this.look.thread, zIndex: 2 };
    if (centre && !path.length && (isPart(source, centre) || isPart(target, centre))) {
      const other = isPart(source, centre) ? target : source;
      const known = centre === this.hovered ? grouped : names.has(other);
      return { size: 0.2, color: this.look.link, zIndex: 1, hidden: !known };
    }
    return { size: 0.07, color: this.look.line, hidden: !grouped || !!focus };
  }
}

/** Whether a number is another one or below it: 701.8a is a part of 701.8, and 701.80 is none. */
function isPart(name: string, whole: string): boolean {
  return name === whole || (name.startsWith(whole) && /^\d/.test(whole) && !/^\d/.test(name.slice(whole.length)));
}

function drawHover(context: CanvasRenderingContext2D, data: { x: number; y: number; size: number; label?: string | null }, font: string, look: Palette): void {
  if (!data.label) return;
  context.font = `600 14px ${font}`;
  const width = context.measureText(data.label).width;
  const left = data.x + data.size + 4;
  context.fillStyle = look.raised;
  context.strokeStyle = look.strongLine;
  context.beginPath();
  context.roundRect(left, data.y - 13, width + 16, 26, 6);
  context.fill();
  context.stroke();
  context.fillStyle = look.ink;
  context.fillText(data.label, left + 8, data.y + 5);
}
