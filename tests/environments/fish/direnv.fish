# direnv, Debian's (2.32).
#: short
#: needs direnv
direnv hook fish | source
