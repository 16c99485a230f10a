# Shell integration for bash, loaded by --init-file. The lines before this one set the choices of this terminal; none of it is
# exported, so a shell started from here prints no marks.
#
# The nonce in each mark proves that it is the shell's. It comes out of a pipe, once, and is another for each command.
#
# C comes from PS0 and D from PROMPT_COMMAND, without a DEBUG trap: the person's own trap stays theirs, and subshells,
# functions and loops report like any command. Where someone replaces PROMPT_COMMAND, PS1 itself carries D.

__termhost_on=1 __termhost_ran=0 __termhost_hooked=0 __termhost_pipe= __termhost_event=
# Variables, because bash shows the text of functions (set, declare -f) with such characters as they are.
__termhost_mark=$'\e]633;' __termhost_bell=$'\a'
__termhost_open_d=${__termhost_mark}D\;
# Has no element 1: expands to nothing, for the side effects of its index.
__termhost_void=()
# Indexed by __termhost_ran: C and E only before the first command of a line, D's code only after one.
__termhost_c=()
__termhost_code=([1]=x)
# Indexed by __termhost_hooked: PS1 prints D only when the hook did not.
__termhost_late=([0]=x)

# From bash 5.1 on PROMPT_COMMAND is an array, and our last hook has a place of its own in it: a plain assignment leaves it, and PS0
# puts it back where someone has replaced the whole. Before 5.1 it is one text. The test for having lost the hook is arithmetic that
# `set -u` does not object to; an error there would make bash print its prompt for ever.
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)); then
  __termhost_array=1 __termhost_lost='!${PROMPT_COMMAND[633]+1}0'
  __termhost_restore='${__termhost_last##*"${PROMPT_COMMAND[633]:=$__termhost_last}"}'
else
  __termhost_array=0 __termhost_lost='!${PROMPT_COMMAND:+1}0' __termhost_restore=
fi

# Nothing here forks but E, and E only where the line is in the history. PIPESTATUS[0] holds a value that no command has while the
# prompt waits: a syntax error replaces it, an empty line or a comment does not, and PS0 puts the true one back.
__termhost_ps0='${__termhost_on:+'$__termhost_restore'}${__termhost_c[__termhost_ran]+$(__termhost_line 2>/dev/null)}${__termhost_c[__termhost_ran]-}${__termhost_on:+${__termhost_void[(PIPESTATUS[0] == -633 ? (PIPESTATUS[0] = __termhost_pipe) : 0), (__termhost_ran = 1)]-}}'
__termhost_ps1_head='\[${__termhost_late[__termhost_hooked]+${__termhost_open_d}${__termhost_code[__termhost_ran]+$?}${__termhost_close}}${__termhost_a-}\]'
# A pasted second command expands PS1 again without showing it, so only a prompt of its own makes C possible again.
__termhost_ps1_tail='\[${__termhost_b-}${__termhost_on:+${__termhost_void[(PIPESTATUS[0] == -633 ? 0 : (__termhost_pipe = PIPESTATUS[0], PIPESTATUS[0] = -633)), (__termhost_hooked || '$__termhost_lost' ? (__termhost_ran = __termhost_hooked = 0) : 0), 1]-}}\]'
__termhost_ps2_head='\[${__termhost_f-}\]'
__termhost_ps2_tail='\[${__termhost_g-}\]'

# stdout and stderr may have been redirected by `exec`, and `set -x` would trace into the output.
__termhost_first='{ __termhost_finished "$?" "${PIPESTATUS[@]-}"; } >/dev/tty 2>/dev/null'
__termhost_last='{ __termhost_prompt "$?" "${PIPESTATUS[@]-}"; } 3>&2 >/dev/tty 2>/dev/null'

# $1 is the nonce from now on. Exported by no `set -a`.
__termhost_trust() {
  if [[ $- == *a* ]]; then
    set +a
    __termhost_trust "$1"
    set -a
    return 0
  fi
  __termhost_close=";$1$__termhost_bell"
  __termhost_a=${__termhost_mark}A$__termhost_close
  __termhost_b=${__termhost_mark}B$__termhost_close
  __termhost_f=${__termhost_mark}F$__termhost_close
  __termhost_g=${__termhost_mark}G$__termhost_close
  __termhost_c[0]=${__termhost_mark}C$__termhost_close
}

# Another nonce, announced under the old one; where the system has none to give (it is Linux that does), the old one stays.
__termhost_renew() {
  local next
  IFS= builtin read -r next </proc/sys/kernel/random/uuid || return 0
  builtin printf '\e]633;P;Nonce=%s%s' "$next" "$__termhost_close" || return 0
  __termhost_trust "$next"
}

__termhost_escape() {
  local code char
  REPLY=${1//\\/"\\\\"}
  REPLY=${REPLY//;/'\x3b'}
  [[ $REPLY == *[[:cntrl:]]* ]] || return 0
  for code in 0{1..9} 0{a..f} 1{0..9} 1{a..f} 7f; do
    builtin printf -v char '%b' "\\x$code"
    REPLY=${REPLY//"$char"/"\\x$code"}
  done
}

# E: the line as the history has it. Not known where the history did not take it (HISTCONTROL, HISTIGNORE, set +o history),
# nor in a sandbox, where our folder is read only.
__termhost_line() {
  [[ -w $__termhost_folder && -z ${TERMHOST_SANDBOX-} ]] || return 0
  local entry REPLY file=$__termhost_folder/line
  HISTTIMEFORMAT= builtin history 1 >|"$file" # a file costs less than another subshell
  IFS= builtin read -r -d '' entry <"$file"
  [[ $entry =~ ^[[:space:]]*([0-9]+)[*[:space:]][[:space:]](.*)$ && ${BASH_REMATCH[1]} == "$__termhost_event" ]] || return 0
  __termhost_escape "${BASH_REMATCH[2]%$'\n'}"
  builtin printf '\e]633;E;%s%s' "$REPLY" "$__termhost_close"
}

# Takes the status and the pipe statuses of what ran. The directory and the stages come before the end: who hears that a command has
# ended knows where it left the shell, and how.
__termhost_finished() {
  local code= stages= REPLY=$PWD IFS=' '
  if ((__termhost_ran)); then
    code=$1
    if (($# > 2)); then stages="${__termhost_mark}P;Stages=${*:2}$__termhost_close"; fi
  elif [[ $__termhost_pipe && $2 != -633 && $1 != 130 ]]; then
    code=$1 # a syntax error: nothing ran, yet there is a status
  fi
  if [[ $PWD == *[\\\;[:cntrl:]]* ]]; then __termhost_escape "$PWD"; fi
  builtin printf '\e]633;P;Cwd=%s%s%s%s%s%s' "$REPLY" "$__termhost_close" "$stages" "$__termhost_open_d" "$code" "$__termhost_close"
  __termhost_hooked=1
  [[ $- == *e* ]] || return "$1"
}

# Agents' lines begin with a space and are not for the person's history file, whatever that says at the moment.
__termhost_keep_history() {
  ((__termhost_agent)) && [[ :${HISTCONTROL-}: != *:ignorespace:* && :${HISTCONTROL-}: != *:ignoreboth:* ]] || return 0
  HISTCONTROL=ignorespace${HISTCONTROL:+:$HISTCONTROL}
}

__termhost_prompt() {
  ((__termhost_hooked)) || __termhost_finished "$@" || :
  __termhost_event=$HISTCMD
  set +H
  __termhost_wrap
  __termhost_order
  __termhost_renew
  [[ -t 3 ]] || builtin printf '%s%s' "$__termhost_a" "$__termhost_b" # the prompt goes where nobody sees it
  __termhost_keep_history # last: a variable that is read-only ends the function
  return 0
}

# bash before 4.4 (macOS) has no PS0: C comes from a DEBUG trap there, chained before the person's. It misses a line that is a subshell.
__termhost_debug() {
  [[ $BASH_COMMAND == __termhost_* ]] || ((__termhost_ran || __termhost_hooked)) && return 0
  __termhost_ran=1
  builtin printf '%s' "${__termhost_c[0]}" >/dev/tty
}

# Puts our parts around what the prompts are now; theme and rc may have set them anew. The parts are variables.
__termhost_wrap() {
  local text
  shopt -s promptvars
  if [[ ${PS1-} != "$__termhost_ps1_head"*"$__termhost_ps1_tail" ]]; then
    text=${PS1-}
    text=${text//"$__termhost_ps1_head"/}
    PS1=$__termhost_ps1_head${text//"$__termhost_ps1_tail"/}$__termhost_ps1_tail
  fi
  if [[ ${PS2-} != "$__termhost_ps2_head"*"$__termhost_ps2_tail" ]]; then
    text=${PS2-}
    text=${text//"$__termhost_ps2_head"/}
    PS2=$__termhost_ps2_head${text//"$__termhost_ps2_tail"/}$__termhost_ps2_tail
  fi
  [[ ${PS0-} == "$__termhost_ps0"* ]] || { text=${PS0-} && PS0=$__termhost_ps0${text//"$__termhost_ps0"/}; }
}

# Keeps our two hooks the first and the last.
__termhost_order() {
  local IFS=$' \t\n' command has_first=
  local -a others=()
  if ((!__termhost_array)); then
    command=${PROMPT_COMMAND-}
    [[ $command == "$__termhost_first"$'\n'*$'\n'"$__termhost_last" ]] && return 0
    command=${command//"$__termhost_first"$'\n'/}
    PROMPT_COMMAND=$__termhost_first$'\n'${command//$'\n'"$__termhost_last"/}$'\n'$__termhost_last
    return 0
  fi
  [[ ${PROMPT_COMMAND[0]-} == "$__termhost_first" && ${PROMPT_COMMAND[*]: -1} == "$__termhost_last" ]] && return 0
  for command in "${PROMPT_COMMAND[@]}"; do
    [[ $command == "$__termhost_first" ]] && has_first=1
    [[ ! $command || $command == "$__termhost_first" || $command == "$__termhost_last" ]] || others+=("$command")
  done
  # Installed before and now without the first hook: a plain assignment, which meant to replace everything.
  [[ ! $has_first && $__termhost_event ]] && others=("${PROMPT_COMMAND[0]-}")
  PROMPT_COMMAND=("$__termhost_first" "${others[@]}" [633]="$__termhost_last")
}

# An interactive bash says "exit" when it is told to. The mark before it lets the reader tell that word from output.
__termhost_define_exit() {
  declare -F exit >/dev/null && return 0
  exit() {
    local __termhost_status=$?
    ((BASH_SUBSHELL)) || builtin printf '\e]633;P;Exit=1%s' "$__termhost_close" >/dev/tty 2>/dev/null
    builtin exit "${@:-$__termhost_status}"
  }
}

__termhost_first_nonce() {
  local nonce=
  [[ -p $__termhost_folder/nonce ]] && IFS= builtin read -r -t 5 nonce <"$__termhost_folder/nonce"
  __termhost_trust "$nonce"
}
__termhost_first_nonce
unset -f __termhost_first_nonce

if ((!__termhost_startup)); then
  :
elif ((__termhost_login)); then
  [[ -r /etc/profile ]] && . /etc/profile
  for __termhost_rc in ~/.bash_profile ~/.bash_login ~/.profile; do
    [[ -r $__termhost_rc ]] && . "$__termhost_rc" && break
  done
  unset __termhost_rc
elif [[ -r ~/.bashrc ]]; then
  . ~/.bashrc
fi

__termhost_defaults
__termhost_define_exit
set +H
__termhost_wrap
__termhost_order
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
  __termhost_own_trap() { builtin trap "__termhost_debug${3:+$'\n'$3}" DEBUG; }
  eval "__termhost_own_trap $(trap -p DEBUG)"
fi
