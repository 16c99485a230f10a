# vi's keys.
#: short
#: random
fish_vi_key_bindings
set -g fish_escape_delay_ms 10
