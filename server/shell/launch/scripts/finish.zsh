# What our .zshrc does after the person's.
# /etc/zshrc may have put the history file into what was ZDOTDIR then.
if [[ ${HISTFILE-} == "$__termhost_folder"/* ]]; then
  HISTFILE=${ZDOTDIR-$HOME}/${HISTFILE:t}
fi
__termhost_defaults
# No history expansion, which may refuse a line without a word or make another of it; no correction, which asks; comments, as in a
# script; no mark after output without a newline. One of the hooks of each prompt: not in the file below, whose functions give back what they set. zsh has settled
# before the hooks whether it expands the history in the next line.
__termhost_options() {
  __termhost_expands=() # an array, which `setopt all_export` exports not
  if [[ -o bang_hist ]]; then __termhost_expands=(1); fi
  unsetopt bang_hist prompt_sp correct correct_all
  setopt interactive_comments
  PROMPT_EOL_MARK=
  # zsh calls a function of this name before all hooks. What it prints is not the command's, nor is what a DEBUG trap prints in it. Where
  # someone replaces the hooks, it puts ours back.
  if [[ ${functions[precmd]-} != *__termhost_first* ]]; then
    functions[precmd]=$'{ __termhost_first } >/dev/null 2>&1\n'${functions[precmd]-}
  fi
}
# The first hook of each prompt, with the user's options, which are a part of the state that it writes: another shell in a sandbox begins
# with it. Whatever the options make zsh print here is not the command's.
__termhost_first() {
  {
    local -a __termhost_now=("$?" "${pipestatus[@]}")
    local __termhost_name
    if (( ! __termhost_reported )) && [[ -n $__termhost_states ]] && __termhost_name_state; then
      { __termhost_tell_variables; builtin set +o; builtin print -n 'umask '; builtin umask; builtin print '# end' } >|"$__termhost_states/$__termhost_name"
      __termhost_told_state
    fi
    __termhost_finished "${__termhost_now[@]}"
  } 2>/dev/null
}
# Obeys what termhost gives to a shell in a sandbox, the state that the task has left in its other shells. Its options are to stay.
__termhost_take_with_state() {
  if [[ -f $__termhost_folder/given ]]; then builtin source "$__termhost_folder/given" >/dev/null 2>&1; fi
  __termhost_take
}
__termhost_options
emulate zsh -o no_xtrace -c 'builtin source "$__termhost_folder/termhost.zsh"'
