# PS1 is read-only.
#: shells dash mksh
#: situations first fast
PS1='x$ '
readonly PS1
