# A prompt that asks the terminal for the cursor and reads the answer.
#: short
ask() {
  local answer
  print -n '\e[6n' >/dev/tty
  IFS= read -rs -t 0.3 -d R answer </dev/tty
  return 0
}
precmd_functions+=(ask)
