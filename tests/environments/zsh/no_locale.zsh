# No locale, as in containers and under cron.
#: short
#: environment LANG=
