#!/bin/sh
# Sees to it that there is a Chromium for `make test-browser`: the system's, from Debian's packages.
# As root on Debian it is installed; anywhere else one sentence says what is missing. No browser is
# ever downloaded past the system's packages. CHROMIUM names another one.
set -u

find_chromium() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
        [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && return
    done
    return 1
}

find_chromium && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing Debian's package chromium"
    log=$(mktemp)
    if apt-get update -qq >"$log" 2>&1 &&
        DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends \
            chromium fonts-liberation >>"$log" 2>&1; then
        rm -f "$log"
        find_chromium && exit 0
    fi
    tail -n 3 "$log" >&2
    rm -f "$log"
fi
echo "tichu: Chromium is missing: install it (Debian: \`apt install chromium\`), or name one with \`make test-browser CHROMIUM=/path/to/chromium\`." >&2
exit 1
