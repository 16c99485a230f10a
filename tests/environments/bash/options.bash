# Options that make a shell strict.
set -u -o pipefail -o noclobber
shopt -s extglob globstar autocd cdspell checkwinsize checkjobs dirspell
shopt -u promptvars sourcepath
