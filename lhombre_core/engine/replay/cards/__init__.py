"""The cards of a recorded deal.

- `clue`: where the record says that cards were, and what follows from it
- `trace`: which seat put which card to a trick
- `placement`: a place for every card that agrees with the clues
- `guess`: a placement with guesses for what the record leaves open
- `partial`: a hand with unknown cards, and what is certain of it
- `evidence`: all of these together, as the run asks for them
"""
