# A profile that greets, fails in between, leaves a code behind and clears the screen.
Write-Host 'Welcome back'
Get-Item /nowhere
/bin/sh -c 'exit 7'
Clear-Host
