# The line begins with something at each prompt.
#: short
zle-line-init() { LBUFFER='sudo '; }
zle -N zle-line-init
