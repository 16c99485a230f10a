# A company's startup files make PROMPT_COMMAND read-only (starship/starship#4019, skywind3000/z.lua#139).
#: short
PROMPT_COMMAND=':'
readonly PROMPT_COMMAND
