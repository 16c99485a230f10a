# Startup files that ask the terminal for its background colour and do not wait for the answer, as ble.sh 0.4 and vim's helpers do.
#: short
printf '\033]11;?\033\\\033[c\033[>c\033[6n' >/dev/tty
