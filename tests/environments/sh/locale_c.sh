# No locale.
#: shells dash mksh
#: environment LANG=
