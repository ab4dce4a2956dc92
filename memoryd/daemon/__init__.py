"""The long-running process: a ticker, one worker and a socket for the commands."""
