#!/bin/bash
# What is recorded: a person tries a build, and termhost runs it as an agent would have it. `make --record` plays it.
type_and_run() {
  printf '\e[1;32m$\e[0m '
  local i
  for ((i = 0; i < ${#1}; i++)); do printf '%s' "${1:i:1}"; sleep 0.03; done
  sleep 0.5
  printf '\n'
  eval "$1"
  sleep 1.5
}

cat >build.sh <<'BUILD'
for percent in 15 30 45 60 75 90 100; do printf '\rcompiling %3d%%' $percent; sleep 0.2; done
printf '\n\033[1;31merror:\033[0m main.c:3: unknown name "lenght"\n'
exit 2
BUILD
type_and_run 'sh build.sh | tee log; echo $?'
type_and_run "termhost exec -- 'sh build.sh | tee log'"
type_and_run "termhost exec --timeout 1 -- 'sleep 1000'"
sleep 2
