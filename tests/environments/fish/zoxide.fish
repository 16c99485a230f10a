# zoxide, Debian's (0.4.3).
#: needs zoxide
zoxide init fish | source
