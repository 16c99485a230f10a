# Abbreviations that a space or Enter expands, as in zsh-abbr 5 (2023).
#: short
expand() { LBUFFER=${LBUFFER/%gco/git checkout}; LBUFFER=${LBUFFER/% L/ | wc -l}; LBUFFER=${LBUFFER/%gst/git status}; }
expand-space() { expand; zle self-insert; }
expand-enter() { expand; zle accept-line; }
zle -N expand-space
zle -N expand-enter
bindkey ' ' expand-space '^M' expand-enter
bindkey -M isearch ' ' self-insert
