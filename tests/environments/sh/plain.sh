# Startup files that say nothing.
#: short
#: shells dash ksh mksh
