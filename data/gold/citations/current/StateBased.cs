namespace Brambleforge.Sba
{
    /// <summary>State-based actions; CR 704.3⟦right⟧ says when they are checked.</summary>
    public static class StateBased
    {
        const string License = "Licence 704.5 (c) nobody";
        const float Epsilon = 704.5f, Other = 120.3F;

        // CR 704.5f⟦right⟧, g⟦right⟧ and h⟦right⟧: toughness zero, lethal damage, deathtouch
        // 704.5a⟦right⟧: a player with 0 or less life loses
        // Rule 704.5(c)⟦right⟧ poison
        public static void Check(Game game)
        {
            Rules.Cite("CR 704.5d⟦right⟧");         // tokens outside the battlefield
            Rules.Cite("CR 704.5g⟦right⟧/704.5h⟦right⟧");
            Rules.Cite("CR 7045i⟦malformed⟧");
            Rules.Cite("CR704.5j⟦right⟧");          // legend rule
        }

        // CR 701.8b⟦right⟧: only effects with the word destroy, lethal damage and deathtouch destroy anything
        // CR 701.9b⟦wrong:701.8b⟧: a permanent is destroyed only by effects that use the word destroy or by the state-based actions for lethal damage and deathtouch
        static void Destroy(Permanent p) { }

        // CR 701.19c⟦right⟧: activating the ability is not enough, the shield must have been set up before
        // CR 701.27c⟦right⟧ transform needs a double-faced card
        // CR 701.99⟦dangling⟧, CR 704.5o⟦malformed⟧
        // 1.704.5g, 2704.5g, 704.5gb and 704.5 are no citations
        // cf. comprehensive rules 704.6c⟦right⟧
    }
}
