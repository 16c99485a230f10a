# A message at the end of the shell, and traps for signals.
trap 'echo so long' EXIT
trap ':' INT TERM HUP USR1
