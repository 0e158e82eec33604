"""Conformance: running case books, fuzz files and playouts against this engine.

A document is a JSON object with ``cases`` (kinds classify, compare, legal, flow, score and match),
``positions`` (fuzz: brute-force answers for random hands) or ``rounds`` (playouts: whole rounds,
step by step). One file of this package runs one kind. :func:`run_paths` runs whatever it is given
and never stops at a mistake: a file or case that cannot be read is a failure with a sentence, and
the others still run.
"""

from __future__ import annotations

from tichu.conform.report import ConformReport, Failure, FileReport
from tichu.conform.runner import run_document, run_paths

__all__ = ["ConformReport", "Failure", "FileReport", "run_document", "run_paths"]
