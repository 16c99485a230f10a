# No line editor, as in Emacs and by habit.
unsetopt zle
