# A greeting with colours, a screenful of it, and no newline at its end.
for i in {1..60}; do print -P "%F{$((i % 8))}welcome $i%f"; done
print -n 'no newline at the end'
