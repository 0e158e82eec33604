"""`make bench-check`: do the hot jobs of the core still need as few instructions as they may?

Instructions are counted by valgrind, so the figures do not depend on how busy the machine is; they
do depend on the compiler. The budgets are in `benches/BUDGETS.toml`, each with a margin and a
reason. If a change needs more and is worth it, `make bench-check UPDATE=1` writes the figures of
now into that file; say in the job's reason what it was for. It also lowers budgets after a gain.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUDGETS = ROOT / "benches" / "BUDGETS.toml"

FEW, MANY = 500, 2_500
"""The counts of samples of the two runs; their difference leaves out what comes before the work."""


@dataclass(frozen=True)
class Budget:
    """What one sample of a job may cost: so many instructions, and a part of them more."""

    name: str
    instructions: int
    margin: float
    reason: str

    @property
    def most(self) -> float:
        return self.instructions * (1 + self.margin)


def read_budgets(text: str) -> list[Budget]:
    return [Budget(**entry) for entry in tomllib.loads(text)["job"]]


def complaints(budgets: Sequence[Budget], counted: Mapping[str, float]) -> list[str]:
    """What is wrong, one sentence each."""
    found = [f"{name}: it has no budget; add one." for name in counted.keys() - names(budgets)]
    for budget in budgets:
        now = counted.get(budget.name)
        if now is None:
            found.append(f"{budget.name}: there is no such job any more.")
        elif now > budget.most:
            found.append(
                f"{budget.name}: {now:,.0f} instructions, {now / budget.instructions - 1:.1%} over "
                f"its budget of {budget.instructions:,}; the margin is {budget.margin:.1%}."
            )
    return sorted(found)


def names(budgets: Sequence[Budget]) -> set[str]:
    return {budget.name for budget in budgets}


def updated(text: str, counted: Mapping[str, float]) -> str:
    """The file with the figures of now; comments, margins and reasons stay."""

    def with_figure(entry: re.Match[str]) -> str:
        now = counted.get(entry[2])
        return entry[0] if now is None else f"{entry[1]}{round(now)}"

    entry = r'(name = "(.*)"\ninstructions = )\d+'
    return re.sub(entry, with_figure, text)


def build() -> Path:
    """The program whose instructions are counted."""
    command = ["cargo", "bench", "--locked", "-p", "tichu-core", "--bench", "instructions"]
    done = subprocess.run(
        [*command, "--no-run", "--message-format=json"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    built = (message["executable"] for message in told if message.get("executable"))
    return Path(next(built))


def instructions(program: Path, job: str, count: int) -> int:
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*command, str(program), job, str(count)], check=True, capture_output=True, text=True
    )
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if found is None:
        raise SystemExit(f"valgrind does not say how many instructions {job!r} took.")
    return int(found[1].replace(",", ""))


def count_all(program: Path) -> dict[str, float]:
    """Instructions for one sample of each job."""
    listed = subprocess.run([str(program)], check=True, capture_output=True, text=True)
    counted = {}
    for job in listed.stdout.splitlines():
        few, many = (instructions(program, job, count) for count in (FEW, MANY))
        counted[job] = (many - few) / (MANY - FEW)
    return counted


def table(budgets: Sequence[Budget], counted: Mapping[str, float]) -> str:
    allowed = {budget.name: budget for budget in budgets}
    lines = [f"{'instructions for one':36}{'now':>10}{'budget':>10}{'':>8}"]
    for job, now in counted.items():
        line = f"{job:36}{now:10,.0f}"
        if job in allowed:
            of = allowed[job].instructions
            line += f"{of:10,}{now / of - 1:+8.1%}"
        lines.append(line)
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="write the figures of now")
    update = parser.parse_args().update
    if shutil.which("valgrind") is None:
        sys.stderr.write("Counting instructions needs valgrind; install the package valgrind.\n")
        return 2
    text = BUDGETS.read_text(encoding="utf-8")
    counted = count_all(build())
    sys.stdout.write(table(read_budgets(text), counted) + "\n")
    if update:
        text = updated(text, counted)
        BUDGETS.write_text(text, encoding="utf-8")
    found = complaints(read_budgets(text), counted)
    if not found:
        return 0
    sys.stderr.write("\n".join(["", *found]) + "\n")
    sys.stderr.write("If a change is worth it: make bench-check UPDATE=1, and say why there.\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
