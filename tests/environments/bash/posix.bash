# bash that is told to be a POSIX shell.
#: environment POSIXLY_CORRECT=1
