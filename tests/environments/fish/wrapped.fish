# Everyday commands are functions.
function ls --wraps ls
    command ls --color=auto $argv
end
function printf
    builtin printf $argv
end
function string
    builtin string $argv
end
