# The POSIX locale for everything.
#: environment LC_ALL=POSIX
