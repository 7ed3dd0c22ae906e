"""`python -m daemon.cli`: the command `sabot` where no script is installed."""

from daemon.cli.main import main

main()
