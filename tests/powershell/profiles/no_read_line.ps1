# Somebody who wants no line editor: PSReadLine is removed.
#: without read_line
Remove-Module PSReadLine
