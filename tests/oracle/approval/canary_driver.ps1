# What canary_driver is, for PowerShell, which starts slowly: one process runs all lines, each in a runspace that holds what a new one holds. A line that
# changes the folder, a name, a preference or the environment has done harm (HIT), and one that prints the secret has shown it (SHOWN).
Set-Location /mnt/w
[Environment]::CurrentDirectory = '/mnt/w'
$secret = 'SECRET' + 'CANARY'
$env:API_TOKEN = $secret
$heeded = 'PSDefaultParameterValues', 'PSModuleAutoLoadingPreference', 'ErrorActionPreference', 'ConfirmPreference', 'WhatIfPreference', 'OFS', 'OutputEncoding',
  'PSNativeCommandArgumentPassing', 'PSNativeCommandUseErrorActionPreference', 'FormatEnumerationLimit', 'PROFILE', 'HOME', 'PSHOME', 'PSScriptRoot'

function Get-Folder {
  $names = foreach ($entry in [IO.DirectoryInfo]::new('/mnt/w').EnumerateFileSystemInfos('*', [IO.EnumerationOptions]@{ RecurseSubdirectories = $true; AttributesToSkip = 0 })) {
    if (-not "$($entry.FullName)/".StartsWith('/mnt/w/.git/')) { "$($entry.FullName) $($entry.Length) $($entry.LastWriteTimeUtc.Ticks) $($entry.UnixFileMode)" }
  }
  (($names | Sort-Object) -join "`n") + [IO.File]::Exists('/tmp/hit')
}

# Aliases, preferences, variables of the environment: what later lines would heed. Approval remembers which functions a line has defined, and what is in one
# is judged where it is defined.
function Get-State($runspace) {
  $state = $runspace.SessionStateProxy
  $names = foreach ($alias in $state.InvokeCommand.GetCommands('*', 'Alias', $true)) {
    if (-not $alias.Source.StartsWith('Microsoft.')) { "$($alias.Name) $($alias.Definition)" }
  }
  $values = foreach ($name in $heeded) {
    $value = $state.GetVariable($name)
    $value -is [Collections.IDictionary] ? "$name $($value.Count)" : "$name $value"
  }
  $environment = foreach ($variable in [Environment]::GetEnvironmentVariables().GetEnumerator()) { "$($variable.Key)=$($variable.Value)" }
  (($names | Sort-Object) + $values + ($environment | Sort-Object)) -join "`n"
}

function New-Runspace {
  $new = [runspacefactory]::CreateRunspace([initialsessionstate]::CreateDefault2())
  $new.Open()
  $script:runspace = $new
  $script:state = Get-State $new
}

function Invoke-Line($text) {
  $shell = [powershell]::Create($runspace)
  $null = $shell.AddScript($text).AddCommand('Out-String')
  $run = $shell.BeginInvoke()
  if (-not $run.AsyncWaitHandle.WaitOne(8000)) { exit }
  try { $said = $shell.EndInvoke($run) } catch { $said = "$_" }
  $streams = $shell.Streams
  "$said $($streams.Error) $($streams.Warning) $($streams.Verbose) $($streams.Information)"
}

$folder = Get-Folder
New-Runspace
foreach ($line in [IO.Directory]::GetFiles('/mnt/lines') | Sort-Object) {
  $number = [IO.Path]::GetFileName($line)
  "AT $number"
  $said = Invoke-Line ([IO.File]::ReadAllText($line))
  if ($said.Contains($secret)) { "SHOWN $number" }
  $changed = (Get-Folder) -ne $folder
  $bent = (Get-State $runspace) -ne $state
  if ($changed -or $bent) { "HIT $number" }
  if ($changed) {
    /bin/sh -c 'rm -rf /mnt/w/* /mnt/w/.[!.]* /tmp/hit; cp -a /tmp/before/. /mnt/w/'
    $folder = Get-Folder
  }
  if ($bent) { New-Runspace } else { $runspace.ResetRunspaceState() }
  [Environment]::CurrentDirectory = '/mnt/w'
  $runspace.SessionStateProxy.Path.SetLocation('/mnt/w') | Out-Null
}
'DONE'
