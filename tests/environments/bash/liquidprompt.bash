# liquidprompt, Debian's (2.1.2).
#: short
#: needs /usr/share/liquidprompt/liquidprompt
. /usr/share/liquidprompt/liquidprompt
