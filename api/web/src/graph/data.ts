/** The map's data as the server lays it out: no place is computed here. */

import Graph from "graphology";

export interface Kind {
  name: string;
  verb: string;
  group: string;
}
export interface District {
  name: string;
  title: string;
  x: number;
  y: number;
  radius: number;
}
export interface Spot {
  kind: string;
  title: string;
  district: number;
  x: number;
  y: number;
  weight: number;
}
export interface EditionMap {
  graph: Graph<Spot, { kind: number }>;
  districts: District[];
  kinds: Kind[];
  colours: string[];
  /** Which terms a node uses, or who uses a term: too many to be drawn, and so no links of `graph`. */
  users: Map<string, string[]>;
}

type Wire = {
  colours: string[];
  kinds: Kind[];
  districts: [string, string, number, number, number][];
  spots: [string, string, string, number, number, number, number][];
  links: [number, number, number][];
};

/** The map from an address, as a graph whose nodes have their places. */
export async function load(address: string): Promise<EditionMap> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const wire = (await response.json()) as Wire;
  const graph = new Graph<Spot, { kind: number }>({ multi: true, type: "directed" });
  for (const [name, kind, title, district, x, y, weight] of wire.spots) {
    // The server's y grows downwards, sigma's upwards.
    graph.addNode(name, { kind, title, district, x, y: -y, weight });
  }
  const users = new Map<string, string[]>();
  for (const [from, to, kind] of wire.links) {
    const source = wire.spots[from]![0];
    const target = wire.spots[to]![0];
    if (wire.kinds[kind]!.name === "uses") {
      note(users, source, target);
      note(users, target, source);
    } else graph.addDirectedEdge(source, target, { kind });
  }
  const districts = wire.districts.map(([name, title, x, y, radius]) => ({ name, title, x, y: -y, radius }));
  return { graph, districts, kinds: wire.kinds, colours: wire.colours, users };
}

function note(users: Map<string, string[]>, name: string, other: string): void {
  const known = users.get(name);
  if (known) known.push(other);
  else users.set(name, [other]);
}
