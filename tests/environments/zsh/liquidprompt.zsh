# liquidprompt, Debian's (2.1.2).
#: needs /usr/share/liquidprompt/liquidprompt
. /usr/share/liquidprompt/liquidprompt
