# zoxide, Debian's (0.4.3).
#: needs zoxide
eval "$(zoxide init zsh)"
