-- | Costs. See CR 118.1⟦right⟧ and CR 118.9a⟦right⟧; the order of payment is CR 601.2h⟦right⟧.
module Costs where

-- CR 701.67a⟦right⟧: waterbend: tap untapped artifacts and creatures to pay generic mana
waterbend :: Cost -> Cost
waterbend = id

-- CR 701.66a⟦wrong:701.59a⟧: collect evidence N: exile cards of the graveyard whose mana values reach N together
evidence :: Int -> Cost
evidence = undefined

{- CR 701.43a⟦right⟧: an exerted permanent doesn't untap in your next untap step;
   CR 502.3⟦right⟧ is that step. -}
exert :: Permanent -> Permanent
exert = id

ratio :: Double
ratio = 118.9
-- rule of thumb: 118.9 per cent; CR 118.9z⟦dangling⟧
-- CR 601.2a through CR 601.2i⟦right⟧
-- CR 702.33a⟦right⟧ kicker
