#!/bin/sh
# Says, one sentence for each, what this machine lacks to build or test tichu.
#
#   preflight.sh build       what `make setup` and `make demo` need
#   preflight.sh test        the same, and what `make test` needs besides
#   preflight.sh venv DIR    makes the virtual environment DIR, unless it is there and works
#
# Everything is asked by running it: a rustup proxy without its component is on the PATH and yet
# of no use. PYTHON names another interpreter than the `python3` on the PATH.
set -u

PYTHON=${PYTHON:-python3}
root=$(cd "$(dirname "$0")/.." && pwd)
missing=0

say() {
    printf 'tichu: %s\n' "$1" >&2
    missing=1
}

# version_at_least HAVE WANT: compares MAJOR.MINOR, whatever follows.
version_at_least() {
    have_major=${1%%.*} have_rest=${1#*.} want_major=${2%%.*} want_rest=${2#*.}
    have_minor=${have_rest%%[!0-9]*} want_minor=${want_rest%%[!0-9]*}
    [ "$have_major" -gt "$want_major" ] ||
        { [ "$have_major" -eq "$want_major" ] && [ "$have_minor" -ge "$want_minor" ]; }
}

# What `python3 -m venv` lacks on Debian and its children is a package of its own.
venv_advice() {
    printf '%s' "install it (Debian, Ubuntu: \`apt install python$1-venv\`)"
}

PYTHON_FACTS='
import sys, sysconfig
print("%d.%d" % sys.version_info[:2], sys.implementation.name, sysconfig.get_config_var("Py_GIL_DISABLED") or 0)
'

check_python() {
    advice="install it, or name one with \`make PYTHON=/path/to/python3\`"
    if ! command -v "$PYTHON" >/dev/null 2>&1; then
        say "Python 3.11 or newer is missing (there is no \`$PYTHON\` on the PATH): $advice."
        return
    fi
    facts=$("$PYTHON" -c "$PYTHON_FACTS" 2>/dev/null) || facts=
    if [ -z "$facts" ]; then
        say "Python 3.11 or newer is missing (\`$PYTHON\` is there but does not run): $advice."
        return
    fi
    # shellcheck disable=SC2086  # three words: version, implementation, free-threaded or not
    set -- $facts
    if ! version_at_least "$1" 3.11; then
        say "Python 3.11 or newer is missing (\`$PYTHON\` is $1): $advice."
    elif [ "$2" != cpython ]; then
        say "CPython 3.11 or newer is missing (\`$PYTHON\` is $2): $advice."
    elif [ "$3" != 0 ]; then
        say "a CPython with the GIL is missing (\`$PYTHON\` is a free-threaded build, not supported yet): $advice."
    elif ! "$PYTHON" -c 'import venv, ensurepip' >/dev/null 2>&1; then
        say "Python's venv module is missing for \`$PYTHON\`: $(venv_advice "$1")."
    fi
}

check_rust() {
    want=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' "$root/Cargo.toml")
    advice="install it from https://rustup.rs"
    for tool in rustc cargo; do
        if ! command -v $tool >/dev/null 2>&1; then
            say "Rust $want or newer is missing (there is no \`$tool\` on the PATH): $advice."
            return
        fi
        have=$($tool --version 2>/dev/null) || have=
        case $have in
        "$tool "[0-9]*.[0-9]*) ;;
        *)
            say "Rust $want or newer is missing (\`$tool\` is there but does not run): $advice."
            return
            ;;
        esac
        have=${have#"$tool "}
        have=${have%% *}
        if ! version_at_least "$have" "$want"; then
            say "Rust $want or newer is missing (\`$tool\` is $have): update it, for instance with \`rustup update stable\`."
            return
        fi
    done
    check_linker
}

# Builds an empty program, as only that shows whether the linker Rust is configured for works.
check_linker() {
    trial=$(mktemp -d) || exit 1
    trap 'rm -rf "$trial"' EXIT
    mkdir "$trial/src"
    printf '[package]\nname = "trial"\nversion = "0.0.0"\nedition = "2021"\n' >"$trial/Cargo.toml"
    printf 'fn main() {}\n' >"$trial/src/main.rs"
    advice="install one (Debian, Ubuntu: \`apt install gcc libc6-dev\`; macOS: \`xcode-select --install\`)"
    output=$(cd "$trial" && CARGO_TERM_COLOR=never CARGO_TARGET_DIR=target cargo build --offline 2>&1) && return
    case $output in
    *"linker \`"*"\` not found"*)
        linker=${output#*linker \`}
        say "a C linker is missing (Rust looks for \`${linker%%\`*}\`): $advice."
        ;;
    *"linking with"*)
        say "a C linker is missing (the one there is cannot link an empty Rust program): $advice."
        ;;
    *)
        say "Rust cannot build an empty program: see what \`cargo build\` says in a new package made with \`cargo new\`."
        ;;
    esac
}

check_rust_lints() {
    command -v cargo >/dev/null 2>&1 || return
    cargo fmt --version >/dev/null 2>&1 ||
        say "rustfmt is missing: install it (\`rustup component add rustfmt\`)."
    cargo clippy --version >/dev/null 2>&1 ||
        say "clippy is missing: install it (\`rustup component add clippy\`)."
}

make_venv() {
    "$1/bin/python" -m pip --version >/dev/null 2>&1 && return
    version=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if ! "$PYTHON" -m venv --clear "$1" >/dev/null 2>&1 || ! "$1/bin/python" -m pip --version >/dev/null 2>&1; then
        say "\`$PYTHON -m venv $1\` failed, so Python's venv module is missing or broken: $(venv_advice "$version")."
        rm -rf "$1"
    fi
}

case ${1-} in
build) check_python; check_rust ;;
test) check_python; check_rust; check_rust_lints ;;
venv) make_venv "${2:?the directory}" ;;
*)
    printf 'usage: %s build | test | venv DIR\n' "$0" >&2
    exit 2
    ;;
esac
exit $missing
