"""`python -m pgrecall` is the command `pgrecall`."""

from pgrecall.cli import main

if __name__ == "__main__":
    main()
