# vi's keys, with the mode shown in the prompt.
#: short
#: random
set -o vi
bind 'set show-mode-in-prompt on'
bind 'set keyseq-timeout 1'
