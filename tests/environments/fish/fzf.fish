# fzf, Debian's (0.38): its keys.
#: needs /usr/share/doc/fzf/examples/key-bindings.fish
source /usr/share/doc/fzf/examples/key-bindings.fish
fzf_key_bindings
