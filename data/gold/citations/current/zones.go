// Package zones moves objects about.
//
// An object that changes zones is a new one: CR 400.7⟦right⟧.
package zones

import "fmt"

// Exile puts an object into the exile zone from wherever it is (CR 701.13a⟦right⟧).
func Exile(o *Object) { o.MoveTo(ExileZone) }

// Search looks at all cards of a zone for one of a stated quality; in a hidden zone
// the player may fail to find it, CR 701.23b⟦right⟧.
func Search(z *Zone, q Quality) *Card { return nil }

// Shuffle randomises a library, rule 701.20a⟦wrong:701.24a⟧: bring its cards into a random order so that no player knows it.
func Shuffle(l *Library) {}

// Reveal shows a card to all players for a moment, rule 701.20a⟦right⟧.
func Reveal(c *Card) {}

// CR 701.16a⟦right⟧: investigate, that is: create a Clue token (CR 111.10f⟦right⟧).
func Investigate(p *Player) {}

// CR 701.3c⟦wrong:701.16a⟧: to investigate is to create a Clue token.
func InvestigateAgain(p *Player) {}

// CR 701.53a⟦right⟧: incubate makes an Incubator token with N +1/+1 counters.
// CR 701.17a⟦right⟧ mill; CR 701.17d⟦right⟧ one of several milled cards; CR 701.17e⟦dangling⟧ nothing.
func Tokens() { fmt.Println("CR 111.1⟦right⟧", "rule 111.10i⟦right⟧", "100.5m", "ver. 111.1") }

// Listen on 127.0.0.1 or 111.10.4.1; the timeout is 400.7 ms, the fee 400.70 dollars.
// firewall rule 100.64.0.0/10, iptables rule 302.6 of the chain.
// CR 701.49⟦right⟧ dungeon, CR 701.71⟦dangling⟧ no action at all, CR 70.12a⟦malformed⟧ no section.
// CR 406⟦right⟧ is the exile zone, CR 401⟦right⟧ and 404⟦right⟧ are library and graveyard.
