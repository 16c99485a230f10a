# Histories that keep little.
HISTCONTROL=ignoreboth:erasedups HISTIGNORE='ls:echo*:&' HISTTIMEFORMAT='%F %T ' HISTSIZE=3
shopt -s histverify histreedit cmdhist lithist
set -H
