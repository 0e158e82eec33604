"""``tichu legal``: all that a hand may play."""

from __future__ import annotations

from argparse import Namespace

from tichu import CardSet, Combination, Plays, legal_plays
from tichu.cli.options import (
    Commands,
    add_command,
    add_json,
    add_rules,
    chosen_rules,
    value_of,
)
from tichu.cli.patterns import NAMES, by_type, which
from tichu.cli.plays_json import plays_json
from tichu.cli.screen import Screen, folded, plain_table, write_json
from tichu.errors import InvalidValue, NotationError
from tichu.notation import format_rank, parse_rank

__all__ = ["add_to"]

_DETAILS = """\
Cards are a rank (2 to 9, T, J, Q, K, A) and a suit: j jade, s sword, p pagoda, t star;
Mj Mah Jong, Do Dog, Ph Phoenix, Dg Dragon. Blanks between them may be left out, and so may the
quotes; then the hand comes first, since --table takes all cards that follow it.

examples:
  tichu legal "7j 7s 8p Ph Dg"                        all leads
  tichu legal 7j 7s 8p Ph --table 5j 5s               all answers to a pair of fives
  tichu legal "Kj Dg" --table Ph --phoenix 8.5        on a Phoenix that was played on an 8
  tichu legal "9j Ts Kp" --table Mj --wish 9          while a nine is wished for
  tichu legal "2j 2s 2p 2t 9j" --table Dg --out-of-turn
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands, "legal", run, "print the legal plays of a hand, grouped by type", _DETAILS
    )
    parser.add_argument("cards", nargs="+", metavar="CARDS", help="the hand, at most 14 cards")
    parser.add_argument(
        "--table",
        nargs="+",
        metavar="CARDS",
        help="the combination to beat (default: none, so a lead)",
    )
    parser.add_argument(
        "--phoenix",
        metavar="RANK",
        help="the rank of the Phoenix on the table; of a single one as n.5",
    )
    parser.add_argument("--wish", metavar="RANK", help="the rank that is wished for")
    parser.add_argument("--out-of-turn", action="store_true", help="bombs out of turn only")
    add_rules(parser)
    add_json(parser, "all plays")


def run(arguments: Namespace) -> int:
    """Print the plays.

    Raises:
        TichuError: an argument is wrong.
    """
    rules = chosen_rules(arguments)
    with value_of("CARDS"):
        hand = CardSet(" ".join(arguments.cards))
    table = _table(arguments.table, arguments.phoenix)
    with value_of("--wish"):
        wish = None if arguments.wish is None else parse_rank(arguments.wish)
    plays = legal_plays(hand, table, wish, in_turn=not arguments.out_of_turn, rules=rules)
    if arguments.json:
        write_json(plays_json(plays))
    else:
        _show(plays, Screen())
    return 0


def _table(words: list[str] | None, phoenix: str | None) -> Combination | None:
    """What lies on the table; the rank of its Phoenix may be given beside it or in the notation."""
    if words is None:
        if phoenix is not None:
            raise InvalidValue(
                "The rank of a Phoenix on the table needs --table too.", code="no_table"
            )
        return None
    text = " ".join(words)
    with value_of("--table"):
        if phoenix is None:
            return Combination(text)
        cards = Combination.of(text).cards
    with value_of("--phoenix"):
        if cards == CardSet("Ph"):
            return Combination(f"Ph={_half_rank(phoenix)}")
        return Combination.of(cards, parse_rank(phoenix))


def _half_rank(text: str) -> str:
    """The rank of a single Phoenix, ``n.5``; letters are ranks here too."""
    rank, point, half = text.partition(".")
    number = _whole_rank(rank)
    if number is not None and point and half == "5":
        return f"{number}.5"
    advice = f"; write {number}.5" if number is not None else ""
    raise InvalidValue(
        "A single Phoenix lies half a rank above what it was played on: 2.5 to 14.5, or 1.5 if it "
        f"was led{advice}.",
        code="bad_rank",
        rule="R-039",
    )


def _whole_rank(text: str) -> int | None:
    """The rank 1 to 14 that a text means, if it means one."""
    if text == "1":
        return 1
    try:
        return parse_rank(text)
    except NotationError:
        return None


def _show(plays: Plays, screen: Screen) -> None:
    screen.say(str(plays.hand) or "no cards", lead="hand ")
    screen.say(_situation(plays), lead="table")
    groups = by_type(plays)
    if not groups:
        screen.say("nothing", lead="plays")
        return
    screen.print()
    table = plain_table("type", "plays", "", numbers=("plays",), folds="")
    names = max(map(len, NAMES.values()))
    for kind, group in groups.items():
        plays_text = folded(which(group), screen.width - names - len("  plays  "))
        table.add_row(NAMES[kind], str(len(group)), plays_text)
    table.add_row("together", str(len(plays)), "", style="bold")
    screen.show(table)


def _situation(plays: Plays) -> str:
    words = [f"{plays.table} ({NAMES[plays.table.type]})" if plays.table else "empty, so a lead"]
    if plays.wish is not None:
        words.append(f"wish {format_rank(plays.wish)}")
    if not plays.in_turn:
        words.append("out of turn")
    else:
        words.append("pass allowed" if plays.may_pass else "no pass")
    return "; ".join(words)
