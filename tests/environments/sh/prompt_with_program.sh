# A prompt that runs programs, and aliases.
#: short
#: shells dash ksh mksh
PS1='$(id -un):$(pwd)$ '
PS2='more> '
alias ll='ls -l'
