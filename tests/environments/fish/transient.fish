# Enter folds the prompt and runs the line itself, as starship's transient prompt does (1.20, 2024).
#: short
function fold
    commandline --is-valid
    set -l valid $status
    if test $valid -ne 2
        set -g TRANSIENT 1
        commandline -f repaint
    end
    commandline -f execute
end
bind \r fold
bind \n fold
function fish_prompt
    set -q TRANSIENT; and set -e TRANSIENT; and echo '> '; and return
    printf '\n%s\n$ ' $PWD
end
