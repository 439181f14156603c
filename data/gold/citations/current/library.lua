-- Library handling for Brambleforge's scripts
-- CR 401.1⟦right⟧, CR 401.2⟦right⟧

--[[ surveil: CR 701.25a⟦right⟧
     look at the top cards, put any number into the graveyard, the rest back on top in any order ]]
local function surveil(n) end

-- CR 701.22a⟦wrong:701.25a⟧: surveil N looks at N cards on top of the library; any of them go to the graveyard, the others back on top
local function surveil_more(n) end

-- CR 701.29a⟦right⟧ fateseal is scry in the library of an opponent
-- CR 701.30d⟦right⟧: the higher mana value wins the clash
local speed, gravity = 701.5, 981.0
local label = "rule 701.23a⟦right⟧"
-- CR 701.57a⟦right⟧: discover: exile cards from the top until a nonland card of that mana value or less
-- cascade is CR 702.85a⟦right⟧
-- CR 701.57d⟦dangling⟧
-- CR 701,23b⟦malformed⟧
-- luarocks 3.701.23a-1 and luajit 2.100.5
return { surveil = surveil }
