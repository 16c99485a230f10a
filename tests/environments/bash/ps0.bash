# PS0 prints the time.
#: situations first fast
PS0='[\t]\n'
