# Options of those who come from ksh.
setopt ksh_arrays sh_word_split no_unset no_clobber
