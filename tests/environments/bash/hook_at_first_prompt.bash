# A hook that at the first prompt writes PROMPT_COMMAND anew around its first element (rcaloras/bash-preexec#62, Kiro#11469).
#: short
#: editors
once() {
  unset -f once
  once() { :; }
  PROMPT_COMMAND="once; ${PROMPT_COMMAND}"
}
PROMPT_COMMAND=once
