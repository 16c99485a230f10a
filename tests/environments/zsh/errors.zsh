# Traps for errors, for each command and for interrupts.
TRAPZERR() { failures=$((failures + 1)) }
TRAPDEBUG() { : }
TRAPINT() { return $((128 + $1)) }
