"""The numbers that the greedy agent plays by, found by play against itself."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["HABITS", "Habits"]


class Habits(Struct, frozen=True, gc=False):
    """What is worth how much, in turns: 1 is one more time that the hand has to get the lead.

    Attributes:
        lead: the lead, when nothing presses.
        point: one point in a trick.
        bomb: a bomb in hand, as a part of its plan.
        bomb_stops: what it is more while an opponent's call is to be stopped.
        last: what winning a trick is worth more that leaves one combination.
        dragon: the Dragon in hand.
        dog: the Dog in hand.
        mahjong: the Mah Jong in hand.
        single_out: how much of a turn each rank above 2 saves a single, for it may follow.
        pair_out: the same for a pair.
        other_out: the same for all else.
        answers: how likely an opponent plays a higher single that he holds.
        pairs: the same for pairs.
        triples: the same for triples and full houses.
        wish: what the wish is worth that comes with the Mah Jong.
        helps_single: what a led single is worth to the others, who get rid of theirs.
        helps_pair: the same of a pair.
        partner_lead: the lead in the partner's hand.
        own_call: what the lead is worth more after an own call.
        yields: the share of the lead's worth that remains after the partner's call.
        danger: how much an opponent who is close to going out presses.
        double: how many times more so when his partner is out and none of ours.
        feeds: what it is worth that a led play lets the partner in.
        passed: how likely opponents who have passed in a trick still beat what comes in it, as a
            share of how likely they would otherwise.
        grand: how strong eight cards must be for a Grand Tichu.
        tichu: how few turns the plan of a hand may need for a Tichu.
        generous: what a turn of the partner's counts in the exchange.
        strong: how few turns make a hand strong, which wants to be first itself.
        selfish: what a turn of the partner's counts then.
        give_dog: how unwelcome it is to give an opponent the Dog.
        give_mahjong: what the Mah Jong is worth to the partner.
        give_rank: how much each rank above 2 helps an opponent.
        parity: what it is worth to give each opponent the ranks meant for him.
    """

    lead: float = 1.05
    point: float = 0.0025
    bomb: float = -1.6
    bomb_stops: float = -0.8
    last: float = 3.5
    dragon: float = -0.9
    dog: float = 0.6
    mahjong: float = 0.6
    single_out: float = 0.06
    pair_out: float = 0.035
    other_out: float = 0.015
    answers: float = 0.65
    pairs: float = 0.45
    triples: float = 0.6
    wish: float = 0.3
    helps_single: float = 0.3
    helps_pair: float = 0.15
    partner_lead: float = 0.8
    own_call: float = 0.3
    yields: float = 0.7
    passed: float = 0.25
    danger: float = 0.65
    double: float = 1.8
    feeds: float = 0.25
    grand: float = 7.0
    tichu: float = -1.45
    generous: float = 1.25
    strong: float = 0.2
    selfish: float = 0.4
    give_dog: float = 0.3
    give_mahjong: float = -0.4
    give_rank: float = 0.06
    parity: float = 0.1


HABITS = Habits()
"""The habits of the built-in agent."""
