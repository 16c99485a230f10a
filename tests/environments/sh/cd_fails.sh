# A cd that changes the directory and then fails.
#: except change_directory
#: shells ksh mksh
function cd { command cd "$@" || return; false; }
