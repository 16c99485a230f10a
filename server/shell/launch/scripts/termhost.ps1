# Shell integration for PowerShell, dot-sourced after the profile. The lines before this one set the folder of this terminal and
# the kept defaults. A shell started from here prints no marks.
#
# The nonce in each mark proves that it is the shell's. It comes out of a pipe, once, and is another for each command.
#
# C and E come from the read-line function, D, the directory, A and B from the prompt function.

if ($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') { return }

$__TermhostReader = [System.IO.StreamReader]::new("$__TermhostFolder/nonce")
$__TermhostNonce = $__TermhostReader.ReadLine()
$__TermhostReader.Dispose()

$global:__Termhost = @{
    Close    = ";$__TermhostNonce`a"
    Escape   = [char]27
    Prompt   = $function:prompt
    ReadLine = $function:PSConsoleHostReadLine
    Ran      = $false
}

# Agents' commands are not for the person's history file.
if ($__TermhostAgent -and (Get-Command Set-PSReadLineOption -ErrorAction Ignore)) {
    Set-PSReadLineOption -HistorySaveStyle SaveNothing
}

Remove-Variable __TermhostNonce, __TermhostReader, __TermhostAgent

# Backslash, semicolon and every control character; the rest is UTF-8 as it is.
function global:__TermhostEscape([string] $Text) {
    [regex]::Replace($Text, '[\\;\x00-\x1f\x7f]', {
        param($match)
        if ($match.Value -eq '\') { '\\' } else { '\x{0:x2}' -f [int][char]$match.Value }
    })
}

function global:__TermhostMark([string] $Content) {
    "$($global:__Termhost.Escape)]633;$Content$($global:__Termhost.Close)"
}

function global:prompt {
    $succeeded = $?
    $code = if ($succeeded) { 0 } elseif ($global:LASTEXITCODE) { $global:LASTEXITCODE } else { 1 }
    $savedCode = $global:LASTEXITCODE
    Set-StrictMode -Off
    $ran = $global:__Termhost.Ran
    $global:__Termhost.Ran = $false
    $finished = if ($ran) { __TermhostMark "D;$code" } else { __TermhostMark 'D;' }
    $directory = if ($pwd.Provider.Name -eq 'FileSystem') { __TermhostMark "P;Cwd=$(__TermhostEscape $pwd.ProviderPath)" } else { '' }
    $next = [guid]::NewGuid().ToString('N')
    $renewed = __TermhostMark "P;Nonce=$next"
    $global:__Termhost.Close = ";$next`a"
    [Console]::Write($directory + $finished + $renewed)
    $global:LASTEXITCODE = $savedCode
    # The person's prompt may look at $?
    if (-not $succeeded) { Write-Error 'failed' -ErrorAction Ignore }
    $text = & $global:__Termhost.Prompt
    "$(__TermhostMark 'A')$text$(__TermhostMark 'B')"
}

if ($global:__Termhost.ReadLine) {
    function global:PSConsoleHostReadLine {
        $line = & $global:__Termhost.ReadLine
        if ($line -match '\S' -and $line -notmatch '\A(\s*(#[^\n]*)?(\n|\z))*\z') {
            $global:__Termhost.Ran = $true
            [Console]::Write((__TermhostMark "E;$(__TermhostEscape $line)") + (__TermhostMark 'C'))
        }
        $line
    }
}
