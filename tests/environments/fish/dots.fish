# Dots that become ../.. and ! that recalls, as in puffer-fish 1.0 (2022).
#: short
function dots
    commandline -i (string match -q '*..' -- (commandline -tc); and echo /..; or echo .)
end
function bang
    commandline -t -- $history[1]
end
bind . dots
bind ! bang
