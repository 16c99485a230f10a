# No history at all.
set +o history
unset HISTFILE
