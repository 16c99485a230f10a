# The C locale for everything.
#: environment LC_ALL=C
