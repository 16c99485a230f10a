# zplug, Debian's (2.4.2), with no plugin.
#: needs /usr/share/zplug/init.zsh
export ZPLUG_HOME=~/.zplug
. /usr/share/zplug/init.zsh
zplug load
