# A history that takes nothing, and one that is read-only.
zshaddhistory() { return 1; }
HISTFILE=/dev/null SAVEHIST=0
setopt hist_no_store
