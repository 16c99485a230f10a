# A DEBUG trap that tells the terminal a title.
trap 'printf "\033]0;%s\007" "${BASH_COMMAND//[[:cntrl:]]/ }" >/dev/tty' DEBUG
