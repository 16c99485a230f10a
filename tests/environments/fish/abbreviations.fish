# Abbreviations, in front and anywhere.
#: short
#: editors
abbr -a gco 'git checkout'
abbr -a L --position anywhere '| wc -l'
abbr -a gst --position anywhere 'git status'
abbr -a echo 'printf "%s\n"'
