# Startup files that say nothing.
#: short
#: random
