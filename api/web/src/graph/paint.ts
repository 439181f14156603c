/** Colours from our sheet, and the districts' names, which are no nodes. */

import type Sigma from "sigma";
import type { EditionMap, Spot } from "./data";

export type Palette = Record<"paper" | "raised" | "ink" | "soft" | "line" | "strongLine" | "link" | "thread" | "faded" | "district", string>;

const NAMES: Record<keyof Palette, string> = {
  paper: "--paper", raised: "--raised", ink: "--ink", soft: "--soft", line: "--map-line", strongLine: "--strong-line", link: "--link", thread: "--thread", faded: "--map-faded", district: "--map-district",
};

/** The sheet's colours of the scheme at hand. */
export function palette(): Palette {
  const style = getComputedStyle(document.querySelector(".stage")!);
  return Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, style.getPropertyValue(name).trim()])) as Palette;
}

/** A chapter's colour, lighter on dark ground. */
export function inScheme(colour: string): string {
  if (!matchMedia("(prefers-color-scheme: dark)").matches) return colour;
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part + (255 - part) * 0.38)).join(",")})`;
}

/** Circles and names of the districts, as large as they have room. */
export function drawDistricts(canvas: HTMLCanvasElement, sigma: Sigma<Spot, { kind: number }>, map: EditionMap, look: Palette, terms: boolean): void {
  const context = canvas.getContext("2d")!;
  const { width, height } = sigma.getDimensions();
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.textAlign = "center";
  context.lineJoin = "round";
  context.lineWidth = 3;
  const font = getComputedStyle(document.body).getPropertyValue("--sans");
  const shown = map.districts.flatMap((district) => {
    const { x, y } = sigma.graphToViewport(district);
    const radius = sigma.graphToViewport({ x: district.x + district.radius, y: district.y }).x - x;
    const outside = x < -radius || x > width + radius || y < -radius || y > height + radius;
    return outside || (district.name === "glossary" && !terms) ? [] : [{ district, x, y, radius }];
  });
  context.fillStyle = look.district;
  for (const { x, y, radius } of shown) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
  context.strokeStyle = look.paper;
  context.fillStyle = look.soft;
  for (const { district, x, y, radius } of shown) {
    if (radius < 14) continue;
    const size = Math.min(18, Math.max(9, radius * 0.24));
    context.font = `600 ${size}px ${font}`;
    const long = district.name === "glossary" ? district.title : `${district.name} ${district.title}`;
    const words = context.measureText(long).width < radius * 2 ? long : district.name;
    context.strokeText(words, x, y - radius + size * 0.6);
    context.fillText(words, x, y - radius + size * 0.6);
  }
}
