package brambleforge

/** Flip, face-down and merged things: CR 708.2⟦right⟧, CR 712.1⟦right⟧, CR 729.1⟦right⟧. */
object Layers {
    // CR 701.40a⟦right⟧: manifest: turn the card face down, it is a 2/2 creature
    // CR 701.40b⟦right⟧: turn it face up any time you have priority, for its mana cost if it is a creature card
    fun manifest() = Unit

    // CR 701.58a⟦right⟧: cloak is manifest with ward {2}
    fun cloak() = Unit

    // CR 701.42a⟦wrong:701.39a⟧: to bolster, find the creature of yours with the least toughness, which gets N +1/+1 counters
    fun bolster(n: Int) = Unit

    // CR 701.46a⟦right⟧: adapt N, without a +1/+1 counter it gets N of them
    fun adapt(n: Int) = Unit

    // CR 613.4a-d⟦right⟧ power and toughness; CR 613.4c–f⟦dangling⟧; CR 613.8a⟦right⟧ dependency
    // rule 613.1⟦right⟧/2⟦right⟧
    val ratio = 613.4f
    val name = "CR 613.11⟦right⟧"
    // "layer 613.4, of 700.2 in all" costs £613.40
    // CR 707.2⟦right⟧ copiable values
    // CR 999.1a⟦dangling⟧
    // CR 707.2a⟦right⟧, CR 707.2c⟦right⟧ | CR 707.10⟦right⟧
}
