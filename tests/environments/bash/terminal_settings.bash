# Startup files that change the terminal.
stty -ixon -ctlecho werase undef erase '^H'
