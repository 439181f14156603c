// Continuous and replacement effects of Brambleforge.
// layer order: CR 613.1⟦right⟧; timestamps: @rule 613.7⟦right⟧
export const LAYERS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Doubling power is a continuous effect, and adds an amount, rule 701.10a⟦right⟧. */
export function doublePower(c: Creature): void {
  c.add(c.power, 0); // CR 701.10b⟦right⟧
}

/** CR 701.11b⟦wrong:701.10d⟧: doubling a life total, the player gains as much life as it takes to reach twice that total. */
export function doubleLife(p: Player): void {
  p.life *= 2;
}

// CR 701.12c⟦right⟧: exchanging life totals means gaining or losing life up to the former total of the other
export function exchangeLife(a: Player, b: Player): void {
  [a.life, b.life] = [b.life, a.life];
}

// [CR#701.4a⟦right⟧,701.27b⟦right⟧]
// CR §701.43⟦right⟧ exert
// CR 701.44a⟦right⟧/b⟦right⟧ explore, CR 701.50a⟦right⟧, b⟦right⟧ and c⟦right⟧ connive
// CR 614.1a⟦right⟧ / 616.1⟦right⟧
const opacity = 0.7015, width = "704.5px", ip = "104.24.110.9";
const message = "see rules 601.2f⟦right⟧, 601.2g⟦right⟧ and " +
  "601.2h⟦right⟧ before you pay";
const url = `https://rules.example/comp/704.5g⟦right⟧/`;

// CR 601.2f-h⟦right⟧ total cost, CR 601.2b–c⟦right⟧ choices, CR 601.2h-f⟦malformed⟧ nonsense
// CR 701.07⟦malformed⟧
// comp rules 603.10a⟦right⟧ looks back in time
// CR 603.99⟦dangling⟧
// C.R. 608.2b⟦right⟧: on resolution check the targets
// MTG CR 704.3⟦right⟧
// bundle 613.7b of 2,048.5k weighs 120.3kb, v601.2
// CR 701.34a⟦right⟧: proliferate, choose players and permanents with counters and give each one more
// CR 701.36a⟦wrong:701.34a⟧: proliferate, choose any number of permanents and players with counters, each gets another counter of a kind it has
export function proliferate(): void {}
