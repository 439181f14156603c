// Written when 701.13 was still about regeneration.
// CR 701.7a⟦moved:701.8a⟧: destroyed permanents go to the graveyard of their owner
fn destroy() {}
// CR 701.8a⟦moved:701.9a⟧: discard a card, from the hand into the graveyard
fn discard() {}
// CR 701.10a⟦moved:701.13a⟧: exiling brings an object into the exile zone, wherever it has been
fn exile() {}
// CR 701.13a⟦moved:701.19a⟧: regenerate, a shield that replaces the next destruction this turn
fn regenerate() {}
// CR 701.14a⟦moved:701.20a⟧: reveal a card, show it to all players
fn reveal() {}
// CR 701.15a⟦moved:701.21a⟧: sacrifice, the controller moves it to the graveyard
fn sacrifice() {}
// CR 701.16a⟦moved:701.22a⟧: scry N, look at the top cards of your library
fn scry() {}
// CR 701.17b⟦moved:701.23b⟧: searching a hidden zone a player may fail to find
fn search() {}
// CR 701.18a⟦moved:701.24a⟧: shuffle a library into a random order
fn shuffle() {}
// CR 701.2a⟦right⟧: activate an ability; CR 701.3a⟦right⟧: attach
// CR 701.4a⟦moved:701.5a⟧ cast, CR 701.5a⟦moved:701.6a⟧ counter, CR 701.6a⟦moved:701.7a⟧ create
// CR 702.9b⟦right⟧ flying
