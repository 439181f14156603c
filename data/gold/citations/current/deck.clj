;; Decks and players of Brambleforge
;; CR 100.2a⟦right⟧ deck size, CR 103.5⟦right⟧ mulligans, CR 104.3a⟦right⟧ conceding
(def ratio 100.2)
;; CR 701.18a⟦right⟧: playing a land puts it onto the battlefield
(defn play-land [p c])
;; CR 701.21a⟦wrong:701.18a⟧: playing a land puts it onto the battlefield out of its zone, and takes priority and an empty stack
(defn play-land-again [p c])
;; CR 701.38a⟦right⟧ votes; CR 800.4a⟦right⟧ leaving players; CR 810.8a⟦right⟧ shared life
;; CR 903.9a⟦right⟧ / 903.9b⟦right⟧ commander zones; CR 903.99a⟦dangling⟧
"rule 102.1⟦right⟧" "0.102.1" "CR 102.2⟦right⟧"
