# Aliases that hold anywhere in a line, as in oh-my-zsh's common-aliases (2026).
#: short
alias -g L='| wc -l' G='| grep' gst='git status' two=three
