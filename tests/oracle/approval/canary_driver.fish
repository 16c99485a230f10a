# What canary_driver is, for fish: it has no subshells, so each line gets a shell.
cd /mnt/w
for line in /mnt/lines/*
    echo AT (string replace -r '.*/' '' $line)
    fish --no-config $line </dev/null >>/tmp/output 2>&1
    if test -e /mnt/w/hit -o -e /mnt/w/src/hit
        echo HIT (string replace -r '.*/' '' $line)
        rm -f /mnt/w/hit /mnt/w/src/hit
    end
end
echo DONE
