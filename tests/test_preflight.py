"""What is missing is said in one sentence: requirements/preflight.sh on machines that lack things.

A machine is a folder of small scripts that is the whole PATH: the real tools, without those that
are to be missing and with old or broken ones put in their place.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UTILITIES = ["cat", "dirname", "env", "mkdir", "mktemp", "rm", "sed"]
LINKERS = ["ar", "as", "cc", "collect2", "gcc", "ld"]
KEPT = ["HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"]
RUST = ["cargo", "cargo-clippy", "cargo-fmt", "clippy-driver", "rustc", "rustfmt"]


class Machine:
    """A PATH of its own, on which all is well until something is taken away or replaced."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.path.mkdir()
        self.variables: dict[str, str] = {}
        for name in [*UTILITIES, *LINKERS, *RUST]:
            if real := shutil.which(name):
                self.put(name, f'exec "{real}" "$@"')
        self.put("python3", f'exec "{sys.executable}" "$@"')

    def put(self, name: str, script: str) -> None:
        file = self.path / name
        file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def remove(self, name: str) -> None:
        (self.path / name).unlink()

    def preflight(self, *arguments: str) -> tuple[int, str]:
        """The exit status and all that was printed."""
        kept = {
            name: os.environ[name]
            for name in ("HOME", "CARGO_HOME", "RUSTUP_HOME")
            if name in os.environ
        }
        done = subprocess.run(
            ["/bin/sh", str(ROOT / "requirements" / "preflight.sh"), *arguments],
            env={**kept, "PATH": str(self.path), **self.variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "bin")


def refusal(machine: Machine, purpose: str) -> str:
    """The one sentence with which the machine is refused."""
    status, output = machine.preflight(purpose)
    assert status == 1
    assert output.startswith("tichu: ")
    assert output.endswith(".\n")
    assert output.count("\n") == 1, output
    return output


@pytest.mark.parametrize("purpose", ["build", "test"])
def test_a_complete_machine_passes_silently(machine: Machine, purpose: str):
    assert machine.preflight(purpose) == (0, "")


def test_no_python(machine: Machine):
    machine.remove("python3")
    sentence = refusal(machine, "build")
    assert "Python 3.11 or newer is missing (there is no `python3` on the PATH)" in sentence


def test_python_named_but_not_there(machine: Machine):
    machine.variables["PYTHON"] = "/nowhere/python3"
    assert "there is no `/nowhere/python3`" in refusal(machine, "build")


@pytest.mark.parametrize("version", ["2.7", "3.9", "3.10"])
def test_old_python(machine: Machine, version: str):
    machine.put("python3", f"echo {version} cpython 0")
    sentence = refusal(machine, "build")
    assert f"Python 3.11 or newer is missing (`python3` is {version})" in sentence


def test_python_that_does_not_run(machine: Machine):
    machine.put("python3", "echo 'pyenv: python3: command not found' >&2; exit 127")
    assert "`python3` is there but does not run" in refusal(machine, "build")


def test_other_python(machine: Machine):
    machine.put("python3", "echo 3.11 pypy 0")
    assert "CPython 3.11 or newer is missing (`python3` is pypy)" in refusal(machine, "build")


def test_free_threaded_python(machine: Machine):
    machine.put("python3", "echo 3.14 cpython 1")
    assert "free-threaded build, not supported yet" in refusal(machine, "build")


def test_no_ensurepip(machine: Machine, tmp_path: Path):
    (tmp_path / "ensurepip.py").write_text("raise ImportError", encoding="utf-8")
    machine.variables["PYTHONPATH"] = str(tmp_path)
    sentence = refusal(machine, "build")
    assert "Python's venv module is missing" in sentence
    assert f"python{sys.version_info.major}.{sys.version_info.minor}-venv" in sentence


def test_venv_that_fails_as_on_debian(machine: Machine, tmp_path: Path):
    machine.put(
        "python3",
        'case "$*" in "-m venv"*) mkdir "$4"; '
        "echo 'The virtual environment was not created successfully because ensurepip is not'; "
        f'exit 1;; esac; exec "{sys.executable}" "$@"',
    )
    target = tmp_path / "environment"

    status, output = machine.preflight("venv", str(target))

    assert status == 1
    assert output.count("\n") == 1
    assert "Python's venv module is missing or broken" in output
    assert not target.exists()


def test_venv_is_made_and_then_left_alone(machine: Machine, tmp_path: Path):
    target = tmp_path / "environment"
    assert machine.preflight("venv", str(target)) == (0, "")
    (target / "mine").touch()

    assert machine.preflight("venv", str(target)) == (0, "")

    assert (target / "mine").exists()


@pytest.mark.parametrize("tool", ["cargo", "rustc"])
def test_no_rust(machine: Machine, tool: str):
    machine.remove(tool)
    sentence = refusal(machine, "test")
    assert f"newer is missing (there is no `{tool}` on the PATH)" in sentence


@pytest.mark.parametrize("tool", ["cargo", "rustc"])
def test_old_rust(machine: Machine, tool: str):
    machine.put(tool, f"echo '{tool} 1.63.0 (4b91a6ea7 2022-08-08)'")
    assert f"newer is missing (`{tool}` is 1.63.0)" in refusal(machine, "build")


@pytest.mark.parametrize("tool", ["cargo", "rustc"])
def test_rust_that_does_not_run(machine: Machine, tool: str):
    machine.put(tool, "echo 'error: no default toolchain is configured' >&2; exit 1")
    assert f"`{tool}` is there but does not run" in refusal(machine, "build")


def test_no_linker(machine: Machine):
    machine.remove("cc")
    assert "a C linker is missing (Rust looks for `cc`)" in refusal(machine, "build")


def test_linker_that_cannot_link(machine: Machine):
    machine.put("cc", "echo 'ld: cannot find crt1.o' >&2; exit 1")
    assert "cannot link an empty Rust program" in refusal(machine, "build")


@pytest.mark.parametrize(("tool", "name"), [("fmt", "rustfmt"), ("clippy", "clippy")])
def test_no_lints(machine: Machine, tool: str, name: str):
    cargo = shutil.which("cargo")
    machine.put("cargo", f'[ "$1" = {tool} ] && exit 1; exec "{cargo}" "$@"')

    assert f"{name} is missing" in refusal(machine, "test")
    assert machine.preflight("build") == (0, "")


def test_everything_missing_is_said_line_by_line(machine: Machine):
    machine.remove("python3")
    machine.remove("cargo")

    status, output = machine.preflight("test")

    assert status == 1
    python, rust = output.splitlines()
    assert "no `python3`" in python
    assert "no `cargo`" in rust
