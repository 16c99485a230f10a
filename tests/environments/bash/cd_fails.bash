# A cd that changes the directory and then fails (frum, rvm, nvm, chruby; NousResearch/hermes-agent#9520).
#: except change_directory
#: short
cd() { builtin cd "$@" || return; false; }
