"""Runs on many machines: an executor of a dask cluster that is already there."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from tichu.arena.extra import needs
from tichu.arena.faults import ArenaError

__all__ = ["cluster_executor"]

_PATIENCE = 20
"""So many seconds the scheduler has to answer, and a first worker to be there."""


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor of the cluster with a scheduler at this address, and how many threads it has.

    The cluster goes on when the block ends. Its workers need the same tichu, and the files that
    agents' names mention at the same places.

    Raises:
        ArenaError: the extra ``cluster`` is not installed (``missing_extra``).
        ArenaError: there is no cluster at the address, or it has no workers (``no_cluster``).
    """
    with needs("cluster"):
        from distributed import Client  # noqa: PLC0415
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=_PATIENCE, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as error:
        raise ArenaError(
            f"There is no cluster at {address} ({error}); start one with `dask scheduler` and"
            " `dask worker`.",
            code="no_cluster",
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except OSError as error:
            raise ArenaError(
                f"The cluster at {address} has no workers; start `dask worker {address}`.",
                code="no_cluster",
            ) from error
        # Not pure: the same games again are played again.
        yield client.get_executor(pure=False), sum(client.ncores().values())
