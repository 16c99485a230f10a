# Shell integration for PowerShell 7.2 and later, dot-sourced after the profile. The lines before this one set the folder of this
# terminal and the kept defaults. A shell started from here prints no marks.
#
# The nonce in each mark proves that it is the shell's. It comes out of a pipe, once, and is another for each command. The marks of a
# prompt, which may be in a transcript, carry the one before it: a command that shows a transcript is not ended by it.
#
# The directory, D and A come from the prompt function; B, E and C from the read-line function, which PowerShell calls for each line.
#
# An agent's command is not typed. It is in a private file, and a key that nobody has makes PSReadLine give up its own line; the
# read-line function then returns the command. So no handler and no history of PSReadLine ever sees it.
#
# Marks go beside .NET's console to the terminal: else .NET forgets where the cursor is, asks the terminal, and takes keys for the answer.

$global:__Termhost = @{
    Full     = $ExecutionContext.SessionState.LanguageMode -eq 'FullLanguage' # else the host prints the marks, and lines are typed
    Agent    = $__TermhostAgent
    File     = "$__TermhostFolder/next"
    Envelope = "$__TermhostFolder/run" # what a typed line is too long for; read here, a dot would hide whether it failed
    Terminal = $null
    Close    = ''
    Shown    = '' # the same for the marks of a prompt
    Ticket   = ''
    ReadLine = $null
    Bound    = $false
    Read     = $false # a line was read, and no prompt was shown since
    Line     = ''     # that line; empty where nothing ran
    Taken    = $null  # the command that the key took
    Code     = $null  # what $LASTEXITCODE was before the line
    Error    = $null  # the last error before the line
    Folder   = $__TermhostFolder
    States   = $__TermhostStates # the folder for the states of this shell; empty: nobody reads them
}

function global:__TermhostWrite([string] $Text) {
    if (-not $global:__Termhost.Terminal) { return Microsoft.PowerShell.Utility\Write-Host -NoNewline $Text }
    $bytes = [System.Text.Encoding]::UTF8.GetBytes($Text)
    $global:__Termhost.Terminal.Write($bytes, 0, $bytes.Length)
}

# Backslash, semicolon and every control character; the rest is UTF-8 as it is.
function global:__TermhostEscape([string] $Text) {
    $Text -replace '[\\;\x00-\x1f\x7f]', { if ($_.Value -eq '\') { '\\' } else { '\x{0:x2}' -f [int][char]$_.Value } }
}

function global:__TermhostMark([string] $Content) {
    __TermhostWrite "$([char]27)]633;$Content$($global:__Termhost.Close)"
}

# A mark of the prompt, up to the start of the command.
function global:__TermhostPromptMark([string] $Content) {
    __TermhostWrite "$([char]27)]633;$Content$($global:__Termhost.Shown)"
}

function global:__TermhostTrust([string] $Nonce) {
    $before = $global:__Termhost.Close
    $global:__Termhost.Close = ";$Nonce`a"
    $global:__Termhost.Shown = if ($before) { $before } else { $global:__Termhost.Close }
    $global:__Termhost.Ticket = "$Nonce        ".Substring(0, 8)
}

# The tree of a line; null where the language is constrained.
function global:__TermhostTree([string] $Text) {
    $errors = $tokens = $null
    if (-not $global:__Termhost.Full) { return }
    $tree = [System.Management.Automation.Language.Parser]::ParseInput($Text, [ref]$tokens, [ref]$errors)
    @{
        Tree       = $tree
        Wrong      = $errors.Count -gt 0
        Incomplete = $errors.Count -gt 0 -and $errors[0].IncompleteInput
        Empty      = $errors.Count -eq 0 -and -not $tree.Find({ $args[0] -is [System.Management.Automation.Language.StatementAst] }, $false)
    }
}

# The last thing of a line is a program or a script: then $LASTEXITCODE is its code, else a cmdlet's failure is newer.
function global:__TermhostEndsInProgram($Tree) {
    $last = $Tree.EndBlock.Statements[-1]
    if ($last -is [System.Management.Automation.Language.PipelineChainAst]) { return $true }
    if ($last -isnot [System.Management.Automation.Language.PipelineAst]) { return $true }
    $command = $last.PipelineElements[-1]
    if ($command -isnot [System.Management.Automation.Language.CommandAst]) { return $false }
    $name = $command.GetCommandName()
    if (-not $name) { return $true }
    $found = $ExecutionContext.InvokeCommand.GetCommand($name, 'All')
    -not $found -or $found.CommandType -in 'Application', 'ExternalScript'
}

# PowerShell has no code of its own but for programs: 1 stands for what failed otherwise, and for a line that can't be parsed.
function global:__TermhostCode([bool] $Succeeded) {
    $state = $global:__Termhost
    $line = __TermhostTree $state.Line
    if ($line.Wrong) { return 1 }
    if ($Succeeded -or $line.Empty) { return 0 }
    $code = $global:LASTEXITCODE
    if (-not $code -or ($state.Full -and [object]::ReferenceEquals($code, $state.Code))) { return 1 }
    $newest = if ($global:Error.Count -gt 0) { $global:Error[0] }
    $id = "$($newest.FullyQualifiedErrorId)$($newest.ErrorRecord.FullyQualifiedErrorId)" # of an error, or of an exception that holds one
    $error_is_new = $newest -and $newest -ne $state.Error -and $id -ne 'ProgramExitedWithNonZeroCode'
    if ($error_is_new -and -not ($state.Full -and (__TermhostEndsInProgram $line.Tree))) { return 1 }
    $code
}

# What the last line came to, once, and another nonce, announced under the old one.
function global:__TermhostFinished([bool] $Succeeded) {
    $state = $global:__Termhost
    if (-not $state.Read) { return }
    $state.Read = $false
    __TermhostTellState
    __TermhostMark "P;Cwd=$(__TermhostEscape $ExecutionContext.SessionState.Path.CurrentFileSystemLocation.ProviderPath)"
    __TermhostMark "D;$(if ($state.Line) { __TermhostCode $Succeeded })"
    $next = [guid]::NewGuid().ToString('N')
    __TermhostMark "P;Nonce=$next"
    __TermhostTrust $next
    __TermhostPromptMark 'A'
}

# A debugger's prompt, or one that a command has entered, here or in another process: the command goes on.
function global:__TermhostIsNested {
    $NestedPromptLevel -gt 0 -or $null -ne $PSDebugContext -or $Host.IsRunspacePushed
}

# What `prompt` is an alias of: an alias goes before the function, which the user may define anew at any time. PSReadLine calls it too,
# to draw the prompt again.
function global:__TermhostPrompt {
    [System.Diagnostics.DebuggerHidden()]
    param()
    $succeeded = $?
    Microsoft.PowerShell.Core\Set-StrictMode -Off
    $code = $global:LASTEXITCODE
    if (-not (__TermhostIsNested)) {
        __TermhostFinished $succeeded
        __TermhostWrap
    }
    # The user's prompt may look at $?
    if (-not $succeeded) { Microsoft.PowerShell.Utility\Write-Error 'failed' -ErrorAction Ignore }
    if ($function:prompt) { & $function:prompt } else { 'PS> ' }
    if ($null -ne $code) { $global:LASTEXITCODE = $code }
}

# Writes the variables of this shell, with which another one in a sandbox begins, in words that a POSIX shell reads.
function global:__TermhostTellState {
    $state = $global:__Termhost
    if (-not $state.States -or -not $state.Full) { return }
    $lines = foreach ($variable in [Environment]::GetEnvironmentVariables().GetEnumerator()) {
        "export $($variable.Key)='$($variable.Value.Replace("'", "'\''"))'`n"
    }
    $name = [guid]::NewGuid().ToString('N') # a program in the sandbox could write such a file too: only the terminal is told the name
    [System.IO.File]::WriteAllText("$($state.States)/$name", "$(-join $lines)# end`n")
    __TermhostMark "P;State=$name"
}

# Obeys what termhost gives to a shell in a sandbox: the state that the task has left in its other shells.
function global:__TermhostTakeState {
    $given = "$($global:__Termhost.Folder)/given"
    if ([System.IO.File]::Exists($given)) { Microsoft.PowerShell.Utility\Invoke-Expression ([System.IO.File]::ReadAllText($given)) }
}

# The line as the user sees it, behind the prompt.
function global:__TermhostShow([string] $Text, [int] $Column) {
    $shown = $Text.Substring(0, [Math]::Min($Text.Length, 4096)) -replace '[\x00-\x09\x0b-\x1f\x7f-\x9f]', ' ' -replace "`n", "`r`n"
    __TermhostWrite "$([char]27)[A$([char]27)[$($Column + 1)G$shown`r`n"
}

function global:__TermhostStarted([string] $Line) {
    $state = $global:__Termhost
    $state.Line = $Line
    $state.Code = $global:LASTEXITCODE
    $state.Error = if ($global:Error.Count -gt 0) { $global:Error[0] }
    if ($Line -match 'PSReadLine') { $state.Bound = $false } # it may take the keys away
    if ($Line.Length -le 4096) { __TermhostPromptMark "E;$(__TermhostEscape $Line)" }
    __TermhostPromptMark 'C'
}

$__TermhostReadLine = {
    [System.Diagnostics.DebuggerHidden()]
    param()
    $succeeded = $?
    Microsoft.PowerShell.Core\Set-StrictMode -Off
    $state = $global:__Termhost
    if (__TermhostIsNested) { return & $state.ReadLine }
    __TermhostFinished $succeeded # where somebody has taken the alias away
    __TermhostWrap
    $column = if ($state.Full) { [Console]::CursorLeft } # .NET knows it from now on
    __TermhostPromptMark 'B'
    if (-not $succeeded) { Microsoft.PowerShell.Utility\Write-Error 'failed' -ErrorAction Ignore }
    $line = & $state.ReadLine
    $taken, $state.Taken = $state.Taken, $null
    if ($line -replace "['\x00-\x1f]", '' -ceq ". $($state.Envelope)") {
        $taken = Microsoft.PowerShell.Management\Get-Content -Raw -LiteralPath $state.Envelope
    }
    $state.Read = $true
    $state.Line = ''
    if ($taken) {
        __TermhostShow $taken $column
        $line = $taken
    }
    if ($taken -or ($line -match '\S' -and -not (__TermhostTree $line).Empty)) { __TermhostStarted $line }
    if ($taken) { __TermhostWhole $taken } else { $line }
}

# Puts ours before the prompt function, and around what the other one is now.
function global:__TermhostWrap {
    $state = $global:__Termhost
    Microsoft.PowerShell.Utility\Set-Alias -Name prompt -Value __TermhostPrompt -Scope Global
    if ($state.Keys -and -not $state.Bound) { __TermhostBind } # loads PSReadLine where it was removed, and its read-line function
    if ("$function:PSConsoleHostReadLine" -notmatch '__TermhostFinished') {
        $state.ReadLine = if ($function:PSConsoleHostReadLine) { $function:PSConsoleHostReadLine } elseif ($state.ReadLine) { $state.ReadLine } else { { $Host.UI.ReadLine() } }
        $function:global:PSConsoleHostReadLine = $state.OurReadLine
    }
}

# PowerShell would ask for more of a line that is not whole.
function global:__TermhostWhole([string] $Text) {
    if (-not (__TermhostTree $Text).Incomplete) { return $Text }
    "Microsoft.PowerShell.Utility\Invoke-Expression '$([System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($Text))'"
}

# Says that the line editor reads a line of the prompt.
function global:__TermhostAnswer {
    __TermhostMark 'P;Editor=ready'
}

# Takes the command in the file, and makes PSReadLine give up what stands in its line. An old file has another ticket.
function global:__TermhostTake {
    $state = $global:__Termhost
    $content = try { [System.IO.File]::ReadAllText($state.File) } catch { '' }
    if ($content.Length -lt 10 -or $content.Substring(0, 8) -cne $state.Ticket) { return __TermhostMark 'P;Editor=refused' }
    $text = $content.Substring(9)
    __TermhostTakeState
    $state.Taken = $text
    __TermhostMark 'P;Editor=taken'
    $line = $cursor = $null
    [Microsoft.PowerShell.PSConsoleReadLine]::RevertLine()
    [Microsoft.PowerShell.PSConsoleReadLine]::GetBufferState([ref]$line, [ref]$cursor)
    if ($line) { [Microsoft.PowerShell.PSConsoleReadLine]::Delete(0, $line.Length) }
    [Microsoft.PowerShell.PSConsoleReadLine]::AcceptLine()
}

# The keys, in both modes of vi where that is how lines are edited.
function global:__TermhostBind {
    $state = $global:__Termhost
    $state.Bound = $true
    $modes = if ((PSReadLine\Get-PSReadLineOption).EditMode -eq 'Vi') { @{ ViMode = 'Insert' }, @{ ViMode = 'Command' } } else { @{} }
    foreach ($mode in $modes) {
        PSReadLine\Set-PSReadLineKeyHandler -Chord 'Ctrl+Alt+Shift+F12,p' -ScriptBlock { __TermhostAnswer } @mode
        PSReadLine\Set-PSReadLineKeyHandler -Chord 'Ctrl+Alt+Shift+F12,g' -ScriptBlock { __TermhostTake } @mode
    }
}

$__Termhost.OurReadLine = $__TermhostReadLine
if ($__Termhost.Full) {
    $__TermhostPipe = [System.IO.StreamReader]::new("$__TermhostFolder/nonce")
    __TermhostTrust $__TermhostPipe.ReadLine()
    $__TermhostPipe.Dispose()
    $__Termhost.Terminal = [System.IO.FileStream]::new('/dev/tty', 'Open', 'Write', 'ReadWrite', 0)
    Microsoft.PowerShell.Utility\Remove-Variable __TermhostPipe
}
else {
    __TermhostTrust (& /usr/bin/head -n 1 "$__TermhostFolder/nonce")
}

# Agents' commands are not for the user's history file, nor what is typed between them.
$__Termhost.Keys = $__TermhostAgent -and $__Termhost.Full -and $null -ne $ExecutionContext.InvokeCommand.GetCommand('PSReadLine\Set-PSReadLineOption', 'Cmdlet')
if ($__Termhost.Keys) {
    PSReadLine\Set-PSReadLineOption -HistorySaveStyle SaveNothing
    __TermhostMark 'P;Editor=keys'
}
__TermhostWrap
$__Termhost.Read = $true # the first prompt tells the directory
Microsoft.PowerShell.Utility\Remove-Variable __TermhostAgent, __TermhostFolder, __TermhostStates, __TermhostReadLine
