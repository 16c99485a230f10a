# Enter is a macro that runs something first, as helpers that suggest and prompts that fold do.
#: short
bind -x '"\C-x\C-t": true'
bind '"\C-x\C-j": accept-line'
bind '"\C-m": "\C-x\C-t\C-x\C-j"'
bind '"\C-j": "\C-x\C-t\C-x\C-j"'
