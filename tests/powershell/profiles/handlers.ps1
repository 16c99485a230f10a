# Keys of somebody: brackets and quotes in pairs, Enter that changes the line, a handler that keeps lines out of the history.
Set-PSReadLineOption -EditMode Windows -HistorySearchCursorMovesToEnd -AddToHistoryHandler { param($line) $false }
Set-PSReadLineKeyHandler -Chord '"', "'", '(', '{' -ScriptBlock {
    param($key)
    [Microsoft.PowerShell.PSConsoleReadLine]::Insert("$($key.KeyChar)$($key.KeyChar)")
}
Set-PSReadLineKeyHandler -Chord Enter -ScriptBlock {
    [Microsoft.PowerShell.PSConsoleReadLine]::Insert(' # changed')
    [Microsoft.PowerShell.PSConsoleReadLine]::AcceptLine()
}
