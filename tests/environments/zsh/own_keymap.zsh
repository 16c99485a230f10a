# A keymap of one's own, made after startup and linked to main.
#: short
own-keymap() {
  precmd_functions=(${precmd_functions:#own-keymap})
  bindkey -N mine emacs
  bindkey -A mine main
}
precmd_functions+=(own-keymap)
