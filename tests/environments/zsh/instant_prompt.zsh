# What powerlevel10k 1.20 (2024) does: a prompt at once, output kept back until the first real one, and segments that come later through a descriptor.
#: short
exec {saved}>&1 >/dev/null
print -n '\e[2m%% \e[0m' >&$saved
restore() {
  exec >&$saved {saved}>&-
  precmd_functions=(${precmd_functions:#restore})
}
precmd_functions+=(restore)
later() {
  local line
  IFS= read -r line <&$1
  zle -F $1
  exec {1}<&-
  RPROMPT=$line
  zle reset-prompt
}
begin() {
  local fd
  exec {fd}< <(sleep 0.05; print clean)
  zle -F $fd later
}
precmd_functions+=(begin)
