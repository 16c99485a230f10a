# cd is an alias of something that goes nowhere by itself.
#: except change_directory
#: situations first fast
alias cd='echo to'
