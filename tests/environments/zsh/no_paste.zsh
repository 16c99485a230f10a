# No brackets around a paste.
unset zle_bracketed_paste
