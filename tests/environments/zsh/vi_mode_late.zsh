# What zsh-vi-mode 0.11 (2024) does: at the first prompt it binds its keys anew, and reads single keys itself.
#: short
vi-mode-init() {
  precmd_functions=(${precmd_functions:#vi-mode-init})
  bindkey -N own .safe
  bindkey -e
  bindkey -v
  bindkey -A viins main
  vi-escape() { zle vi-cmd-mode; }
  zle -N vi-escape
  bindkey -M viins '^[' vi-escape
}
precmd_functions+=(vi-mode-init)
