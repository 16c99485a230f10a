# No locale at all, as in containers and under cron.
#: short
#: environment LANG=
