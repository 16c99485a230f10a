# PROMPT_COMMAND as an array of several, the last of which fails.
PROMPT_COMMAND=('printf "\033]0;%s\007" "$PWD"' 'history -a' false)
