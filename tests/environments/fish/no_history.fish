# A private session, and a function that keeps lines out of the history.
set -g fish_history ''
set -g fish_private_mode 1
