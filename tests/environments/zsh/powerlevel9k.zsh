# powerlevel9k, Debian's (0.6.7), with a segment at the right.
#: needs /usr/share/powerlevel9k/powerlevel9k.zsh-theme
POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS=(status root_indicator background_jobs history time)
. /usr/share/powerlevel9k/powerlevel9k.zsh-theme
