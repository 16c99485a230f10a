# What starship 1.20 (2024) does: PS1 made anew at each prompt, with the code and the stages of what ran, and a DEBUG trap for its clock.
#: short
#: editors
starship_preexec() {
  local status=$1
  [ "${STARSHIP_READY:-}" ] && STARSHIP_READY= STARSHIP_START=$SECONDS
  : "$status"
}
starship_precmd() {
  local status=$? stages=("${PIPESTATUS[@]}")
  eval "${STARSHIP_BEFORE-}"
  PS1="\n\[\033[1;32m\]$(printf '%s %s' "$status" "${stages[*]}")\[\033[0m\] > "
  PS2='\[\033[1;36m\]\xe2\x88\x99\[\033[0m\] '
  STARSHIP_READY=1
}
trap 'starship_preexec "$_"' DEBUG
STARSHIP_BEFORE=$PROMPT_COMMAND
PROMPT_COMMAND=starship_precmd
