# A prompt that folds when a line is accepted, as powerlevel10k's and starship's transient ones do.
#: short
fold() { PROMPT='> '; RPROMPT=; zle reset-prompt; PROMPT=$full; }
full=$'\n%F{blue}%~%f\n%# '
PROMPT=$full
RPROMPT='%*'
zle-line-finish() { fold; }
zle -N zle-line-finish
