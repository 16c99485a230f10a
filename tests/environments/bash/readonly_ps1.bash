# A company's startup files make PS1 read-only (starship/starship#4019, skywind3000/z.lua#139).
#: situations first fast
PS1='x '
readonly PS1
