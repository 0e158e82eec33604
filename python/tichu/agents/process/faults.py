"""What a program can do wrong."""

from __future__ import annotations

from tichu.errors import TichuError

__all__ = ["ProcessFault"]


class ProcessFault(TichuError):
    """A program did not answer as it should.

    Its ``code`` is one of these; after all but the first two the program is ended:

    * ``process_illegal``: it gave no legal answer;
    * ``process_nonsense``: it wrote what is no message;
    * ``process_start``: it could not be started, or did not say ``hello`` properly, or in time;
    * ``process_late``: it did not answer in time;
    * ``process_ended``: it has ended, or has closed its output;
    * ``process_flood``: it wrote too much;
    * ``process_deaf``: it does not read what it is sent;
    * ``process_gone``: it was ended in this match because of an earlier fault.
    """
