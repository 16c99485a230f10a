# Stands in for the person's @FILE@: reads theirs, with ZDOTDIR as they have it. Not in a function, which would make what it declares local.
if (( __termhost_zdotdir_set )); then
  ZDOTDIR=$__termhost_zdotdir
else
  unset ZDOTDIR
fi
if (( __termhost_startup )) && [[ -r "${ZDOTDIR-$HOME}/@FILE@" ]]; then
  builtin source "${ZDOTDIR-$HOME}/@FILE@"
fi
__termhost_zdotdir_set=${+ZDOTDIR}
__termhost_zdotdir=${ZDOTDIR-}
