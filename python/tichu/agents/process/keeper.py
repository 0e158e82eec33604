"""Runs one program, and sees to it that nothing is left of it.

It stands between the engine and a bot: the bot has the engine's pipes, and the keeper holds the end
of another one, the line. Whatever happens to the engine, the line ends with it, and then the keeper
ends the bot and everything that the bot has started. It is run as a file, needs nothing but
Python's standard library, and so is there in a few milliseconds::

    python -I -S keeper.py LINE PARENT GRACE COMMAND...

``LINE`` is the number of an open file that is read: its end asks for a polite end of the bot, after
``GRACE`` seconds a ``SIGTERM``, after as many again a ``SIGKILL``; a byte asks for the last at
once. ``PARENT`` is the engine's process id. The keeper ends with the bot's status, 128 and more for
a signal, 127 if there is no such program.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
import time
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType
    from typing import NoReturn

# From <linux/prctl.h>.
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

TICK = 1.0
"""So often, in seconds, is looked whether the engine still is there, should the line not end."""

SWEEPING = 3.0
"""Seconds for killing all that is left; what is stuck in the system's hands stays."""


class Keeper:
    """The bot and how it stands.

    Args:
        line: what is read from the engine.
        parent: the process id of the engine.
        grace: seconds between the steps of a polite end.
        command: the program and its arguments.
    """

    def __init__(self, line: int, parent: int, grace: float, command: list[str]) -> None:
        self.line = line
        self.parent = parent
        self.grace = grace
        self.adopts = set_subreaper()
        self.status: int | None = None
        self.asked_to_stop = False
        self.noted: set[int] = set()
        self.wake, wake_end = os.pipe()
        os.set_blocking(wake_end, False)
        os.set_blocking(self.wake, False)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, self._signalled)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        self.bot = start(command)
        # The pipes are the bot's alone, so that their ends tell the engine something.
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in (0, 1, 2):
            os.dup2(nothing, pipe)
        os.close(nothing)

    def _signalled(self, number: int, _frame: FrameType | None) -> None:
        self.asked_to_stop = self.asked_to_stop or number == signal.SIGTERM

    def run(self) -> int:
        """Until the bot has ended, or shall; its status."""
        while self.status is None:
            said = self.listen(TICK)
            if said == "end":
                self.end_politely()
                break
            if said == "kill" or self.asked_to_stop or os.getppid() != self.parent:
                break
        self.sweep()
        return 128 + signal.SIGKILL if self.status is None else self.status

    def listen(self, seconds: float) -> str:
        """Wait for the engine or for the end of a child."""
        ready, _, _ = select.select([self.line, self.wake], [], [], seconds)
        if self.wake in ready:
            with suppress(BlockingIOError):
                os.read(self.wake, 4096)
        self.reap()
        if self.line in ready:
            return "kill" if os.read(self.line, 1) else "end"
        return ""

    def reap(self) -> bool:
        """Take the status of all that have ended; whether children are left."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if not pid:
                return True
            if pid == self.bot:
                code = os.waitstatus_to_exitcode(status)
                self.status = code if code >= 0 else 128 - code

    def end_politely(self) -> None:
        """The bot's input has ended: let it end by itself, then ask it to, then let it be."""
        self.note_descendants()
        if not self.await_bot(self.grace):
            with suppress(OSError):
                os.killpg(self.bot, signal.SIGTERM)
            self.await_bot(self.grace)

    def await_bot(self, seconds: float) -> bool:
        """Wait for the end of the bot; whether it has come."""
        ends = time.monotonic() + seconds
        while self.status is None and (left := ends - time.monotonic()) > 0:
            # The line has ended and would be ready for ever.
            ready, _, _ = select.select([self.wake], [], [], left)
            if ready:
                with suppress(BlockingIOError):
                    os.read(self.wake, 4096)
            self.reap()
        return self.status is not None

    def sweep(self) -> None:
        """Kill everything that is left, however often it starts something new meanwhile."""
        self.note_descendants()
        if self.status is None or not self.adopts:
            with suppress(OSError):
                os.killpg(self.bot, signal.SIGKILL)
        kill_all(self.noted)
        ends = time.monotonic() + SWEEPING
        # Who adopts orphans has children for as long as anybody is left.
        while self.reap() and time.monotonic() < ends:
            kill_all(descendants(os.getpid()))
            time.sleep(0.002)

    def note_descendants(self) -> None:
        """Where orphans are not adopted, see who they are before they become some."""
        if not self.adopts:
            self.noted.update(descendants(os.getpid()))


def set_subreaper() -> bool:
    """Become the parent of orphaned descendants, where the system has that (Linux)."""
    return set_process_option(PR_SET_CHILD_SUBREAPER, 1)


def set_process_option(option: int, value: int) -> bool:
    """Call ``prctl``; whether it has worked."""
    if sys.platform != "linux":
        return False
    try:
        return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def start(command: list[str]) -> int:
    """Start the bot in a session of its own; its process id."""
    keeper = os.getpid()
    pid = os.fork()
    if pid == 0:
        become(command, keeper)
    return pid


def become(command: list[str], keeper: int) -> NoReturn:
    """Be the bot, in the process that has been made for it."""
    try:
        os.setsid()
        # Should even the keeper be killed. That is forgotten if the program has other rights.
        set_process_option(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == keeper:
            for name in ("CHLD", "TERM", "INT", "HUP", "PIPE", "XFSZ"):
                # The last two are Python's to ignore, not every program's.
                signal.signal(signal.Signals[f"SIG{name}"], signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execvp(command[0], command)  # noqa: S606
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode(errors="replace"))
    finally:
        os._exit(127)


def kill_all(pids: Iterable[int]) -> None:
    """Kill processes, if they are still there."""
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def descendants(ancestor: int) -> list[int]:
    """The processes that descend from one."""
    children: dict[int, list[int]] = {}
    for pid, parent in processes():
        children.setdefault(parent, []).append(pid)
    found = []
    waiting = [ancestor]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def processes() -> list[tuple[int, int]]:
    """All processes that can be seen, each with its parent."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208 - pathlib takes longer to load than the rest
        return [row for name in names if name.isdigit() for row in row_of(name)]
    except OSError:
        return listed_processes()


def row_of(name: str) -> list[tuple[int, int]]:
    """A process of Linux, if it is still there."""
    try:
        with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
            # The name of the program stands in parentheses and may hold anything.
            fields = file.read().rpartition(b")")[2].split()
        return [(int(name), int(fields[1]))]
    except (OSError, IndexError, ValueError):
        return []


def listed_processes() -> list[tuple[int, int]]:
    """The same where there is no /proc."""
    # It takes longer to load than all the rest.
    import subprocess  # noqa: PLC0415

    command = ["ps", "-A", "-o", "pid=,ppid="]
    try:
        done = subprocess.run(command, capture_output=True, timeout=2, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return []
    rows = [line.split() for line in done.stdout.splitlines()]
    return [(int(pid), int(parent)) for pid, parent in rows]


def main(arguments: list[str]) -> int:
    """Keep the program that the arguments name."""
    line, parent, grace, *command = arguments
    os.set_inheritable(int(line), False)
    return Keeper(int(line), int(parent), float(grace), command).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
