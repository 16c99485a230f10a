# A handler for commands that are not there.
command_not_found_handler() { print -u2 "no $1 here"; return 127; }
