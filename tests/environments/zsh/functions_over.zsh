# Aliases and functions in place of everyday and built-in commands.
alias grep='grep --color=auto' read='read -r' typeset='typeset' local='local' -- -='cd -'
alias -s txt=cat
print() { builtin print "$@"; }
printf() { builtin printf "$@"; }
zle() { builtin zle "$@"; }
