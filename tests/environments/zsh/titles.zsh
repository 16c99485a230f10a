# Titles before and after each command (oh-my-zsh's termsupport), and a time of what ran.
#: short
title-of-prompt() { print -Pn '\e]2;%n@%m: %~\a\e]1;%15<..<%~\a'; }
title-of-command() { print -n "\e]2;${(V)1}\a"; began=$SECONDS; }
precmd_functions+=(title-of-prompt)
preexec_functions+=(title-of-command)
