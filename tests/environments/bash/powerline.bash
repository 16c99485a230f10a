# powerline, Debian's (2.8.3), whose prompt is made by a program at each command.
#: needs /usr/share/powerline/bindings/bash/powerline.sh
POWERLINE_BASH_CONTINUATION=1 POWERLINE_BASH_SELECT=1
. /usr/share/powerline/bindings/bash/powerline.sh
