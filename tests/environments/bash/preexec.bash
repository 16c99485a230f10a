# What bash-preexec 0.5.0 (2022) does: at the first prompt a DEBUG trap, and PROMPT_COMMAND between two functions of its own.
#: short
preexec_ready=
preexec_before_prompt() { local status=$?; history -a; return $status; }
preexec_after_prompt() { preexec_ready=1; }
preexec_debug() {
  [[ $preexec_ready ]] || return 0
  preexec_ready=
  printf '\033]2;%s\007' "$(HISTTIMEFORMAT= history 1 | sed 's/^ *[0-9]* *//')" >/dev/tty
}
preexec_install() {
  PROMPT_COMMAND="preexec_before_prompt
${PROMPT_COMMAND#preexec_install}
preexec_after_prompt"
  trap 'preexec_debug "$_"' DEBUG
}
PROMPT_COMMAND=preexec_install
