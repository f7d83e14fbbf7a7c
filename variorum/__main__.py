"""`python -m variorum` is the same as `variorum`."""

import sys

from variorum.entry import main

if __name__ == "__main__":
    sys.exit(main())
