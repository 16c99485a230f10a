# A company's startup files make the list of prompt hooks read-only.
#: situations first fast
precmd_functions=()
readonly precmd_functions
