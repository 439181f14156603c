# Tokens. CR 111.1 to CR 111.4⟦right⟧.
module Brambleforge
  # CR 701.7a⟦right⟧: create puts tokens with given characteristics onto the battlefield
  def create(n); end

  # CR 701.36a⟦right⟧: populate copies a creature token you control
  def populate; end

  # CR 701.7b⟦wrong:701.47a⟧: amass N: without an Army creature create a black Army token, then put N +1/+1 counters on an Army you control
  def amass(n); end

  # "rule 701.47d⟦right⟧" old amass made Zombies
  # CR 701.48a⟦right⟧ learn: discard a card to draw a card, or fetch a Lesson
  # rule 701.61a⟦right⟧ forage: sacrifice a Food or exile three cards from your graveyard
  # CR 701.60b⟦wrong:701.61a⟧ forage: sacrifice a Food or exile three cards from your graveyard
  def forage; end

  GEM = "~> 701.7"
  PRICE = 111.10 # euros
  # rules 701.66a⟦right⟧, 701.67a⟦right⟧, 701.68a⟦right⟧
  # CR 701.68e⟦dangling⟧
  # CR 111.10a-f⟦right⟧
end
