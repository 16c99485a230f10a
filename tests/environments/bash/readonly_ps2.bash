# A company's startup files make PS2 read-only (starship/starship#4019, skywind3000/z.lua#139).
#: situations first fast
PS2='> '
readonly PS2
