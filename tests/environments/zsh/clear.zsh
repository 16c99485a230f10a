# A prompt that clears the screen.
#: short
precmd() { clear; }
