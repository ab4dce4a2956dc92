"""What a command returns, and what it means to scripts."""

DONE = 0
FAILED = 1
WRONG_USE = 2
IN_PART = 3  # done in part, or something needs a person
INTERRUPTED = 130
# In place of an error's own words, which may name what a group must not hear of.
UNTOLD = "memory cannot answer that now; `memoryd status` tells the operator why"
