# A clock in the prompt that is drawn again each second.
#: short
PROMPT='%* %# '
TMOUT=1
TRAPALRM() { zle reset-prompt }
