# Brackets and quotes that come in pairs, as in autopair.fish 1.0 (2021).
#: short
#: editors
function pair
    commandline -i -- $argv[1]$argv[2]
    commandline -C (math (commandline -C) - 1)
end
bind '(' 'pair "(" ")"'
bind '[' 'pair "[" "]"'
bind '{' 'pair "{" "}"'
bind '"' "pair '\"' '\"'"
bind "'" 'pair "\'" "\'"'
