# Emacs' keys.
#: shells ksh mksh
set -o emacs
