# A prompt that clears the screen.
#: short
#: editors
PROMPT_COMMAND=clear
