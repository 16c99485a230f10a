# A read-line function of somebody that asks the terminal where the cursor is, at the moment at which a command comes.
$global:PlainReadLine = $function:PSConsoleHostReadLine
function PSConsoleHostReadLine {
    Start-Sleep -Milliseconds 50
    [Console]::Write("`e[0m")
    $null = [Console]::CursorLeft
    & $global:PlainReadLine
}
