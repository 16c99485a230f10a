# cd is an alias of something that goes nowhere by itself (NousResearch/hermes-agent#14228).
#: except change_directory
#: situations first fast
alias cd='echo to'
