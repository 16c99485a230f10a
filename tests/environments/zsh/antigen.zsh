# antigen, Debian's (2.2.3), with no bundle.
#: needs /usr/share/zsh-antigen/antigen.zsh
. /usr/share/zsh-antigen/antigen.zsh
antigen apply
