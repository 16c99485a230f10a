# zsh asks whether another word was meant.
#: short
setopt correct_all auto_cd
