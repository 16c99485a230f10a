# A prompt of two lines with colours, a branch and a right side.
PS1='\n\[\e[7m\] \u@\h \[\e[0m\] \w $(git branch --show-current 2>/dev/null)\n\[\e7\e[1;60H\t\e8\]\$ '
PS2='\[\e[2m\]… \[\e[0m\]'
