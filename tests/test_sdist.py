"""A source distribution holds all that building needs, and the wheel built from it works."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What the command prints; its errors are shown when it fails."""
    environment = {
        **os.environ,
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        # Kept from run to run, so that PyO3 is compiled once.
        "CARGO_TARGET_DIR": str(ROOT / "target" / "sdist"),
    }
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(900)
def test_install_from_the_source_distribution(tmp_path: Path):
    run(BIN / "maturin", "sdist", "--out", tmp_path)
    [sdist] = tmp_path.glob("tichu-*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Cargo.toml", "Cargo.lock", "LICENSE", "README.md", "pyproject.toml"} <= names

    # Files from an archive bear its times, so cargo would take what it built before for fresh.
    ours = ("-p", "tichu-core", "-p", "tichu-py")
    run("cargo", "clean", "--quiet", "--locked", "--release", *ours)
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation"]
    run(*pip, "--wheel-dir", tmp_path, sdist)
    [wheel] = tmp_path.glob("tichu-*-cp311-abi3-*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    assert (site / "tichu" / "py.typed").exists()
    assert (site / "tichu" / "_core.pyi").exists()

    program = "import sys; sys.path.insert(0, sys.argv[1]); import tichu; print(tichu.__file__)\n"
    program += "assert len(tichu.legal_plays('2j 2s Ph')) == 7"
    assert run(sys.executable, "-I", "-c", program, site).startswith(str(site))
