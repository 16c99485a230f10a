# Options that make a shell strict.
#: shells dash mksh
set -u
set -C
