# An exported PS0 that prints when a command begins.
#: environment PS0=[begins]
