"""`python -m variorum` is the same as `variorum`."""

from variorum.entry import run

if __name__ == "__main__":
    run()
