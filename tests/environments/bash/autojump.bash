# autojump, Debian's (22.5.1), which hooks the prompt.
#: needs /usr/share/autojump/autojump.bash
. /usr/share/autojump/autojump.bash
