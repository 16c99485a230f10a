# fzf, Debian's (0.38): its keys and its completion.
#: needs /usr/share/doc/fzf/examples/key-bindings.zsh
. /usr/share/doc/fzf/examples/key-bindings.zsh
. /usr/share/doc/fzf/examples/completion.zsh
