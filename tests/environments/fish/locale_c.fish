# No locale, as in containers and under cron.
#: environment LANG=C
