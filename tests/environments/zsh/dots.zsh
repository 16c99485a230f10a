# Dots that become ../.. as they are typed (romkatv on microsoft/vscode#142004).
#: short
#: editors
dots() { if [[ $LBUFFER = *.. ]]; then LBUFFER+=/..; else LBUFFER+=.; fi }
zle -N dots
bindkey . dots
