# The first nonce of our marks, out of a pipe that gives it once. A zsh that is no terminal's own leaves it there.
if [[ -o interactive && -p $__termhost_folder/nonce ]]; then
  IFS= builtin read -r -t 5 __termhost_nonce <"$__termhost_folder/nonce"
  typeset -gH +x __termhost_nonce
fi
