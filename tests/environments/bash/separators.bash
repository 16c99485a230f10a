# Words are cut at newlines only.
IFS=$'\n'
