# What our .zshrc does after the person's.
# /etc/zshrc may have put the history file into what was ZDOTDIR then.
if [[ ${HISTFILE-} == "$__termhost_folder"/* ]]; then
  HISTFILE=${ZDOTDIR-$HOME}/${HISTFILE:t}
fi
__termhost_defaults
# No history expansion, which may refuse a line without a word; comments, as in a script; no mark after output without a newline.
unsetopt bang_hist prompt_sp
setopt interactive_comments
PROMPT_EOL_MARK=
emulate zsh -o no_xtrace -c 'builtin source "$__termhost_folder/termhost.zsh"'
# zsh calls a function of this name before all hooks; what it prints is not the command's.
if (( ${+functions[precmd]} )); then
  functions[precmd]=$'__termhost_finished\n'${functions[precmd]}
fi
