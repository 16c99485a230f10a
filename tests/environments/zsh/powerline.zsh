# powerline, Debian's (2.8.3), whose prompt is made by a program at each command.
#: needs /usr/share/powerline/bindings/zsh/powerline.zsh
. /usr/share/powerline/bindings/zsh/powerline.zsh
