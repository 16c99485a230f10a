# Everything strict from the start, with names of cmdlets taken by functions.
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$PSNativeCommandUseErrorActionPreference = $false
function Write-Error { Microsoft.PowerShell.Utility\Write-Error @args }
function Get-Content { throw 'not this one' }
