# Hooks before and after each command, as in done.fish and pure.
#: short
function before --on-event fish_preexec
    printf '\e]2;%s\a' (string escape -- $argv[1])
end
function after --on-event fish_postexec
    false
end
function cancel --on-event fish_cancel
    commandline ''
end
