# direnv, Debian's (2.32), with its hook in PROMPT_COMMAND.
#: short
#: needs direnv
eval "$(direnv hook bash)"
