# What is in a directory is listed when it changes.
#: except change_directory
function list --on-variable PWD
    ls
end
