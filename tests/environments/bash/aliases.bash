# Aliases and functions in place of everyday and built-in commands.
#: short
alias ls='ls --color=auto -F' grep='grep --color=auto' rm='rm -i' mkdir='mkdir -pv' read='read -r' printf='builtin printf' local='local ' cat='cat -v'
command() { builtin command "$@"; }
set() { builtin set "$@"; }
history() { builtin history "$@"; }
trap() { builtin trap "$@"; }
unalias mkdir cat ls
