# grc, Debian's (1.13.1): everyday programs are aliases that colour their output.
#: needs /etc/profile.d/grc.sh
GRC_ALIASES=true
for file in /etc/profile.d/grc.sh /etc/grc.sh; do [ ! -r "$file" ] || . "$file"; done
