# A cd that lists where it has come to, and CDPATH.
#: except change_directory
CDPATH=.:$HOME
cd() { builtin cd "$@" && ls; }
