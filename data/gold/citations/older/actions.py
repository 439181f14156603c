"""Old keyword actions, rules 701.7a⟦moved:701.8a⟧ and 701.8b⟦moved:701.9b⟧.

Fights: CR 701.11a⟦moved:701.14a⟧/b⟦moved:701.14b⟧, CR 701.11c-d⟦moved:701.14c–701.14d⟧; exchanges: [CR 701.9a⟦moved:701.12a⟧](rules#rule-701-9c⟦moved:701.12c⟧).
"""
# 701.19a⟦moved:701.26a⟧: tap a permanent, turn it sideways
# rule 701.12a⟦moved:701.18a⟧ + 701.12b⟦moved:701.18b⟧: play a land or a card
# CR 702.2b⟦right⟧ deathtouch, CR 702.19b⟦skip⟧ trample
