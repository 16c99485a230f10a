# A list of what is there after each change of the directory.
#: except change_directory
chpwd() { ls; }
setopt auto_pushd
