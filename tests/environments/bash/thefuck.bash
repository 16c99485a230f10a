# thefuck, Debian's (3.29): an alias that is written by a program.
#: needs thefuck
eval "$(thefuck --alias)"
