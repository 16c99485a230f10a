# Brackets and quotes that come in pairs, as in zsh-autopair 1.0 (2019; hlissner/zsh-autopair#40).
#: short
#: editors
pair() {
  local -A closing=('(' ')' '[' ']' '{' '}' '"' '"' "'" "'" '`' '`')
  if [[ $KEYS == ${RBUFFER[1]} ]]; then zle forward-char; return; fi
  LBUFFER+=$KEYS
  RBUFFER=$closing[$KEYS]$RBUFFER
}
zle -N pair
for key in '(' '[' '{' '"' "'" '`'; do bindkey $key pair; done
