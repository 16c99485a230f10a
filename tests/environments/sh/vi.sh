# vi's keys.
#: shells ksh mksh
set -o vi
