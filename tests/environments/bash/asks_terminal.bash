# A prompt that asks the terminal for the cursor's column and reads the answer, as oh-my-posh and many prompts of people's own do.
#: short
column() {
  local answer settings
  settings=$(stty -g)
  stty -echo -icanon min 0 time 3
  printf '\033[6n' >/dev/tty
  IFS= read -r -t 0.3 -d R answer </dev/tty
  stty "$settings"
  [[ $answer == *';1' ]] || printf '\n'
}
PROMPT_COMMAND=column
