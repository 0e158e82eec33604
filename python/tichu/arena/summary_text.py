"""The report of a run as text for people: who is better first, then the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tichu.arena.game import Mode, RunSettings
from tichu.arena.interval import Estimate
from tichu.arena.layout import cut, folded, table_lines
from tichu.arena.ratings import Rating
from tichu.arena.summary import AgentReport, FaultReport, PairReport, Report, turned

__all__ = ["estimate_line", "headline", "labels", "summary_text"]

LEAST_WIDTH = 60
"""Nothing is laid out narrower."""

_LABEL = 30
"""A wider name is cut in the middle."""

_TABLE_LABEL = 16


def labels(agents: Sequence[str], longest: int = _LABEL) -> tuple[str, ...]:
    """Short names, all different: where cutting or repeating makes them alike, with numbers."""
    printable = ("".join(c if c.isprintable() else "?" for c in name) for name in agents)
    short = [cut(name, longest) for name in printable]
    if len(set(short)) == len(short):
        return tuple(short)
    return tuple(f"{place}:{cut(name, longest - 3)}" for place, name in enumerate(short, start=1))


def summary_text(report: Report, width: int = 80) -> str:
    """The whole report: lines without colours or trailing blanks, no newline at the end."""
    width = max(width, LEAST_WIDTH)
    said = [headline(report), *_best(report), *_needed(report), *_left_out(report)]
    parts = [folded(said, width)]
    if len(report.agents) > 2:
        parts += [_ratings(report, width), _pairs(report, width)]
    parts += [_statistics(report, width), folded(_faults(report), width)]
    parts.append(folded(_end(report), width))
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def headline(report: Report) -> str:
    """Who is better, by how much, how surely: of more than two agents, the two best. One line."""
    names = labels(report.settings.agents)
    pair = report.pairs[0]
    if len(report.agents) > 2:
        pair = _pair_of(report, *(rating.agent for rating in _by_rating(report)[:2]))
    return _sentence(report.settings.mode, names, pair)


def estimate_line(settings: RunSettings, pair: tuple[int, int], estimate: Estimate) -> str:
    """The estimate of a pair in few words, while the run goes on."""
    names = labels(settings.agents, _TABLE_LABEL)
    who = f"{names[pair[0]]} - {names[pair[1]]}"
    if estimate.mean is None:
        return f"{who}: no deal yet"
    if _is_equal(estimate):
        return f"{who}: level, {_deals(estimate.deals)}"
    half = estimate.half_width
    scale, unit = (1, "points") if settings.mode == "round" else (100, "% of wins")
    spread = "" if half is None else f" +- {_number(half * scale)}"
    return f"{who}: {_signed(estimate.mean * scale)}{spread} {unit}, {_deals(estimate.deals)}"


# --- the sentence ---


def _sentence(mode: Mode, names: Sequence[str], pair: PairReport) -> str:
    ahead, behind = names[pair.first], names[pair.second]
    difference, share = pair.difference, pair.share
    if difference.mean is None:
        return f"nothing is known of {ahead} and {behind}: no deal of theirs counts"
    if difference.mean < 0:
        ahead, behind = behind, ahead
        difference, share = turned(difference, 0.0), turned(share, 1.0)
    not_shown = "no difference shown: "
    if _is_equal(difference):
        deals = f"all {_deals(difference.deals)}" if difference.deals > 1 else "the one deal"
        return f"{not_shown}{ahead} and {behind} are level: {deals} came out equal"
    if mode == "match":
        if pair.better is not None:
            return f"{ahead} beats {behind}: it wins {_won(share)}"
        return f"{not_shown}{ahead} wins {_won(share, f' against {behind}')}"
    by = _points(difference)
    if difference.mean == 0:
        return f"{not_shown}{ahead} and {behind} are level: {by}"
    if pair.better is not None:
        return f"{ahead} beats {behind} by {by}"
    return f"{not_shown}{ahead} leads {behind} by {by}"


def _is_equal(found: Estimate) -> bool:
    """Whether every deal came out equal, as those of an agent against itself do."""
    return found.mean == 0 and not found.deviation


def _points(found: Estimate) -> str:
    """``123.4 +- 5.6 points a round (95 % interval, 500 deals)``."""
    mean, half, deals = found.mean or 0.0, found.half_width, _deals(found.deals)
    if half is None or found.low is None or found.high is None:
        return f"{_number(mean)} points a round ({deals} alone: no interval)"
    percent = _confidence(found.confidence)
    if abs((found.low + found.high) / 2 - mean) > 1e-9 * half:
        bounds = f"{_number(found.low)} to {_number(found.high)}"
        return f"{_number(mean)} points a round ({percent} interval {bounds}, {deals})"
    alike = ", all alike" if found.deviation == 0 else ""
    by = f"{_number(mean)} +- {_number(half)} points a round"
    return f"{by} ({percent} interval, {deals}{alike})"


def _won(found: Estimate, against: str = "") -> str:
    """``87.5 % of the matches (95 % interval 84.1 to 90.2 %, 100 deals)``."""
    deals = _deals(found.deals)
    share = f"{_percent(found.mean)} % of the matches{against}"
    if found.low is None or found.high is None:
        return f"{share} ({deals} alone: no interval)"
    bounds = f"{_percent(found.low)} to {_percent(found.high)} %"
    return f"{share} ({_confidence(found.confidence)} interval {bounds}, {deals})"


def _best(report: Report) -> list[str]:
    if len(report.agents) < 3:
        return []
    names = labels(report.settings.agents)
    ratings = _by_rating(report)
    best = [
        names[each.agent] for each in ratings if _whole(each.rating) == _whole(ratings[0].rating)
    ]
    if len(best) == len(names):
        return [f"All {len(names)} agents have the same rating."]
    if len(best) > 1:
        several = f"{', '.join(best[:-1])} and {best[-1]}"
        return [f"Of {len(names)} agents {several} share the highest rating."]
    second = names[ratings[1].agent]
    return [f"Of {len(names)} agents {best[0]} has the highest rating, {second} the next."]


def _by_rating(report: Report) -> list[Rating]:
    return sorted(report.ratings, key=lambda rating: (-rating.rating, rating.agent))


def _needed(report: Report) -> list[str]:
    """How many deals tell; of more than two agents the table says it."""
    if len(report.agents) > 2:
        return []
    pair = report.pairs[0]
    played, needed = pair.difference.deals, pair.deals_needed
    if needed is None:
        return []
    if pair.better is not None:
        return [f"About {_deals(needed)} {_are(needed)} enough to tell a difference like this."]
    more = max(needed - played, 1)
    many = f"{more:,} more {_word(more, 'deal')}"
    return [f"If it is really that much, about {many} would tell ({needed:,} in all)."]


def _left_out(report: Report) -> list[str]:
    names = labels(report.settings.agents)
    return [
        f"{_deals(pair.void)} of {names[pair.first]} and {names[pair.second]}"
        f" {'does' if pair.void == 1 else 'do'} not count:"
        " a game is missing or could not be played."
        for pair in report.pairs
        if pair.void
    ]


# --- the tables ---


def _ratings(report: Report, width: int) -> list[str]:
    names = labels(report.settings.agents)
    rows = [
        (
            names[rating.agent],
            _whole(rating.rating),
            f"+- {rating.error:.0f}",
            _part(report.agents[rating.agent].won, report.agents[rating.agent].games),
        )
        for rating in _by_rating(report)
    ]
    return table_lines(("rating", "Elo", "error", "won"), rows, 1, width)


def _pairs(report: Report, width: int) -> list[str]:
    names = labels(report.settings.agents, _TABLE_LABEL)
    percent = _confidence(report.confidence)
    is_round = report.settings.mode == "round"
    found = ("points a round", "won") if is_round else ("won", f"{percent} interval")
    heads = ("first", "second", *found, "deals", "to tell")
    rows = []
    for pair in report.pairs:
        cells = _points_cells(pair) if is_round else _won_cells(pair)
        needed = "-" if pair.deals_needed is None else f"{pair.deals_needed:,}"
        deals = f"{pair.difference.deals:,}"
        rows.append((names[pair.first], names[pair.second], *cells, deals, needed))
    notes = [f"points a round with {percent} intervals; " if is_round else ""]
    notes.append("to tell: about how many deals are enough for that")
    return [*table_lines(heads, rows, 2, width), *folded(["".join(notes)], width)]


def _points_cells(pair: PairReport) -> tuple[str, str]:
    found = pair.difference
    if found.mean is None:
        return "-", "-"
    if _is_equal(found):
        return "all equal", f"{_percent(pair.share.mean)} %"
    half = found.half_width
    spread = "" if half is None else f" +- {_number(half):>5}"
    return f"{_signed(found.mean)}{spread}", f"{_percent(pair.share.mean)} %"


def _won_cells(pair: PairReport) -> tuple[str, str]:
    found = pair.share
    if found.mean is None:
        return "-", "-"
    share = f"{_percent(found.mean)} %"
    if found.low is None or found.high is None:
        return share, "-"
    return share, f"{_percent(found.low)} to {_percent(found.high)} %"


def _statistics(report: Report, width: int) -> list[str]:
    if not any(agent.rounds for agent in report.agents):
        return []
    names = labels(report.settings.agents, _TABLE_LABEL)
    figures = ("points", "won", "Tichu", "made", "Grand", "made", "double", "first", "bombs")
    rows = [(name, *_figures(agent)) for name, agent in zip(names, report.agents, strict=True)]
    notes = (
        "points: of an average round; won: of its games; made: of its calls;",
        "all others in 100 rounds: calls, double victories, first places, bombs",
    )
    return [*table_lines(("team of", *figures), rows, 1, width), *folded(notes, width)]


def _figures(agent: AgentReport) -> tuple[str, ...]:
    rounds = agent.rounds
    if not rounds:
        return ("-",) * 9
    return (
        f"{agent.points / rounds:.1f}",
        _part(agent.won, agent.games),
        _in_hundred(agent.tichu_called, rounds),
        _part(agent.tichu_made, agent.tichu_called),
        _in_hundred(agent.grand_called, rounds),
        _part(agent.grand_made, agent.grand_called),
        _in_hundred(agent.double_victories, rounds),
        _in_hundred(agent.firsts, rounds),
        _in_hundred(agent.bombs, rounds),
    )


def _faults(report: Report) -> list[str]:
    names = labels(report.settings.agents)
    lines = []
    unplayed = [fault for fault in report.faults if fault.agent is None]
    if unplayed:
        lines += ["games that could not be played:", *map(_fault, unplayed)]
    for name, agent in zip(names, report.agents, strict=True):
        kinds = [fault for fault in report.faults if fault.agent == agent.agent]
        if agent.faults or kinds:
            many = f"{agent.faults:,} {_word(agent.faults, 'fault')}"
            of = f"{agent.answers:,} {_word(agent.answers, 'answer')}"
            kept = sum(fault.seen for fault in kinds)
            first = f"; kept are the first of each game, {kept:,} in all"
            first = first if kept < agent.faults else ""
            lines += [f"{name}: {many} in {of}{first}:", *map(_fault, kinds)]
    return lines


def _fault(fault: FaultReport) -> str:
    message = " ".join(fault.message.split())
    where = f"deal {fault.deal}, {fault.where}"
    if fault.seen == 1:
        return f"  {fault.code}, once ({where}): {message}"
    return f"  {fault.code}, {fault.seen:,} times; the first ({where}): {message}"


def _end(report: Report) -> list[str]:
    settings, time = report.settings, report.time
    changes = (f"{name}={value}" for name, value in settings.rules.changes().items())
    lines = [", ".join((f"{settings.mode} mode", f"seed {settings.seed}", *changes))]
    spent = [
        f"{name} {_milliseconds(seconds / agent.answers)}"
        for name, agent, seconds in zip(
            labels(settings.agents, _TABLE_LABEL), report.agents, time.thinking, strict=True
        )
        if agent.answers
    ]
    # Without it, nothing was played: all was in the database.
    if time.seconds:
        lines.append(f"took {time.seconds:,.1f} s{_by_whom(time.workers)}")
    if spent:
        lines.append(f"an answer took {', '.join(spent)}")
    return lines


def _by_whom(workers: int | None) -> str:
    if workers is None:
        return ""
    return f" with {workers} {_word(workers, 'worker')}" if workers else " in this process"


# --- words and numbers ---


def _pair_of(report: Report, *agents: int) -> PairReport:
    """The report of two agents, whichever is the first."""
    pairs: Iterable[PairReport] = report.pairs
    return next(pair for pair in pairs if {pair.first, pair.second} == set(agents))


def _number(value: float) -> str:
    """One digit after the point; more of a number that would be none."""
    digits = 1 if abs(value) >= 0.1 or value == 0 else 3
    text = f"{value:,.{digits}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def _signed(value: float) -> str:
    text = _number(value)
    return text if text.startswith("-") else f"+{text}"


def _whole(value: float) -> str:
    return f"{round(value):+,}" if round(value) else "0"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _part(part: float, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _in_hundred(count: int, rounds: int) -> str:
    return f"{100 * count / rounds:.1f}"


def _confidence(percent: float) -> str:
    return f"{percent:g} %"


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.2f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def _deals(count: int) -> str:
    return f"{count:,} {_word(count, 'deal')}"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _word(count: int, word: str) -> str:
    return word if count == 1 else f"{word}s"
