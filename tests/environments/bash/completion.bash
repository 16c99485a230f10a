# bash-completion, Debian's (2.11).
#: needs /usr/share/bash-completion/bash_completion
. /usr/share/bash-completion/bash_completion
