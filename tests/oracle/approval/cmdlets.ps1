# Compares what approval knows of PowerShell's own commands with what the real shell tells of them: each name of the table is a command there, each
# parameter one of its own, and takes a value or none as the table says. No name of an unlisted parameter may be the beginning of a listed one, which it
# would win over; and no alias or function may have the name of a program that approval knows.
# usage: cmdlets.ps1 FOLDER_OF_TABLES
param($tables)
$problems = 0
function Write-Problem($text) { "not ok $text"; $script:problems++ }

function Read-Table($path) {
  $entry = $null
  $continues = $false
  foreach ($line in [IO.File]::ReadAllLines($path)) {
    if ($line.StartsWith('#') -or -not $line.Trim()) { continue }
    if ($line.StartsWith(' ')) { $entry.Lines += $line.Trim(); continue }
    if (-not $continues) { if ($entry) { $entry }; $entry = @{ Names = @(); Lines = @() } }
    $entry.Names += $line.TrimEnd(',') -split ', '
    $continues = $line.EndsWith(',')
  }
  $entry
}

function Test-Row($name, $listed) {
  $command = Get-Command $name -CommandType Alias, Cmdlet, Function -ErrorAction Ignore
  if (-not $command) { return Write-Problem "$name is no command of PowerShell's" }
  if ($command.ResolvedCommand) { $command = $command.ResolvedCommand }
  $known = @{}
  foreach ($parameter in $command.Parameters.Values) {
    foreach ($alias in @($parameter.Name) + $parameter.Aliases) { $known[$alias.ToLower()] = -not $parameter.SwitchParameter }
  }
  $bare = $listed -replace ':.*'
  foreach ($one in $listed) {
    $parameter = $one.Substring(1, ($one + ':').IndexOf(':') - 1)
    if (-not $known.ContainsKey($parameter)) { Write-Problem "$name has no parameter $parameter" }
    elseif ($known[$parameter] -ne $one.Contains(':')) { Write-Problem "$name takes a value for $parameter, or none, other than the table says" }
    foreach ($other in $known.Keys) {
      if ($parameter.StartsWith($other) -and "+$other" -notin $bare -and $other -notin $common) {
        Write-Problem "-$other of $name is another parameter than $parameter"
      }
    }
  }
}

# Approval knows these short names of what every cmdlet has.
$common = (Select-String -Path "$tables/../proof/cmdlet_words.cpp" -Pattern 'common_aliases = "([^"]+)"').Matches[0].Groups[1].Value -split ' '
foreach ($parameter in (Get-Command Get-ChildItem).Parameters.Values + (Get-Command Remove-Item).Parameters.Values) {
  if ($parameter.Name -notin [Management.Automation.Cmdlet]::CommonParameters + 'WhatIf', 'Confirm') { continue }
  foreach ($alias in $parameter.Aliases) { if ($alias -notin $common) { Write-Problem "every cmdlet has a parameter -$alias" } }
}
$rows = Read-Table "$tables/powershell"
foreach ($row in $rows) {
  if ($row.Lines -match 'no-side-effects|reads-commands') { continue }
  $listed = @(-split (($row.Lines -match '^\+') -join ' ') | Where-Object { $_ })
  foreach ($name in $row.Names) { Test-Row $name $listed }
}
$programs = 'system', 'git', 'project', 'runners', 'wrappers' | ForEach-Object { (Read-Table "$tables/$_").Names }
$names = $rows.Names
foreach ($own in Get-Command -CommandType Alias, Function) {
  $name = $own.Name.ToLower()
  if ($name -in $programs -and $name -notin $names) { Write-Problem "$name is PowerShell's own, and approval takes it for a program" }
}
"cmdlets: $($rows.Count) rows of the table compared with PowerShell $($PSVersionTable.PSVersion), $problems wrong"
exit [int]($problems -gt 0)
