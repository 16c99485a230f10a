# A company's startup files make PS1 read-only.
#: situations first fast
PS1='x '
readonly PS1
