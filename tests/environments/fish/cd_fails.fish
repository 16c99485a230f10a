# A cd that changes the directory and then fails.
#: except change_directory
#: short
function cd
    builtin cd $argv
    false
end
