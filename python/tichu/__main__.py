"""``python -m tichu`` is the command ``tichu``."""

import sys

from tichu.cli import main

if __name__ == "__main__":
    sys.exit(main())
