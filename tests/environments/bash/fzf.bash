# fzf, Debian's (0.38): its keys and its completion.
#: needs /usr/share/doc/fzf/examples/key-bindings.bash
. /usr/share/doc/fzf/examples/key-bindings.bash
[ ! -r /usr/share/bash-completion/completions/fzf ] || . /usr/share/bash-completion/completions/fzf
