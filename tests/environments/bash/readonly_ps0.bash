# A company's startup files make PS0 read-only (starship/starship#4019, skywind3000/z.lua#139).
#: situations first fast
PS0=':'
readonly PS0
