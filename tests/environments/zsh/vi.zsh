# vi's keys with the shortest wait for sequences, a cursor that shows the mode, and a prompt that is drawn again.
#: short
#: random
#: editors
bindkey -v
KEYTIMEOUT=1
zle-keymap-select() { [[ $KEYMAP == vicmd ]] && print -n '\e[1 q' || print -n '\e[5 q'; zle reset-prompt; }
zle-line-init() { zle -K viins; print -n '\e[5 q'; }
zle -N zle-keymap-select
zle -N zle-line-init
