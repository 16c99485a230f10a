# rbenv, Debian's (1.1.2), whose shims and function come from a program.
#: needs rbenv
eval "$(rbenv init - bash)"
