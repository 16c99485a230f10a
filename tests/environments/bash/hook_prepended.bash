# A history that all terminals share: written after each command, in front of what others do at a prompt.
#: short
shopt -s histappend
PROMPT_COMMAND="history -a; history -n; $PROMPT_COMMAND"
