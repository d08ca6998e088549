"""`python -m honbun`."""

from honbun.cli.app import main

if __name__ == "__main__":
    main()
