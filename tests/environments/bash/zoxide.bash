# zoxide, Debian's (0.4.3), which hooks the prompt and defines z.
#: needs zoxide
eval "$(zoxide init bash)"
