# A greeting with colours, a screenful of it, and a title.
printf '\033]0;welcome\007'
for i in {1..60}; do printf '\033[3%dmwelcome %d\033[0m\n' $((i % 8)) $i; done
printf 'no newline at the end'
