"""Arguments that several subcommands share."""

from __future__ import annotations

from argparse import (
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tichu.errors import InvalidValue, TichuError
from tichu.rules import PRESETS, STANDARD, Rules, rules_from

__all__ = [
    "Commands",
    "add_command",
    "add_json",
    "add_rules",
    "chosen_rules",
    "path_text",
    "value_of",
]

ArgumentGroup = Any
"""What ``ArgumentParser.add_mutually_exclusive_group`` returns; argparse has no public name."""

Commands = Any
"""What ``ArgumentParser.add_subparsers`` returns; argparse has no public name for it."""


def add_command(
    commands: Commands, name: str, run: Callable[[Namespace], int], summary: str, details: str
) -> ArgumentParser:
    """A subcommand with its help."""
    parser: ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=details,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def add_json(parser: ArgumentParser | ArgumentGroup, what: str) -> None:
    """The switch for machines."""
    parser.add_argument("--json", action="store_true", help=f"print {what} as JSON")


def path_text(text: str) -> str:
    """The type of arguments that are paths; an empty one would mean this or that folder.

    Raises:
        ArgumentTypeError: it is empty.
    """
    if not text:
        raise ArgumentTypeError("the path is empty; name a file or folder")
    return text


@contextmanager
def value_of(argument: str) -> Iterator[None]:
    """What is wrong with an argument's value is said of that argument.

    Raises:
        TichuError: the block's, with the argument as its place.
    """
    try:
        yield
    except TichuError as error:
        raise error.at(argument) from None


def add_rules(parser: ArgumentParser) -> None:
    """The rules: a preset, and single options over it."""
    parser.add_argument(
        "--rules",
        choices=sorted(PRESETS),
        default="standard",
        metavar="PRESET",
        help=f"the rules: {', '.join(PRESETS)} (default: standard)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"one rule otherwise, may be repeated; the options: {', '.join(_names())}",
    )


def _names() -> tuple[str, ...]:
    return STANDARD.__struct_fields__


def chosen_rules(arguments: Namespace, **more: Any) -> Rules:
    """The rules that the arguments ask for; ``more`` are options of the subcommand's own.

    Raises:
        InvalidValue: an option is unknown, stands twice, or has a value out of its range.
    """
    options: dict[str, Any] = {name: value for name, value in more.items() if value is not None}
    for pair in arguments.option:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidValue(
                f"Write an option as NAME=VALUE, not {pair!r:.60}.", code="bad_option"
            )
        if name in options:
            raise InvalidValue(f"The option {name:.40} is given twice.", code="bad_option")
        options[name] = _value(value)
    return rules_from(options, base=PRESETS[arguments.rules])


def _value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
