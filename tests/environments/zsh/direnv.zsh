# direnv, Debian's (2.32).
#: short
#: needs direnv
eval "$(direnv hook zsh)"
