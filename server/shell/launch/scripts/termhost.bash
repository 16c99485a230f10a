# Shell integration for bash, loaded by --init-file. The lines before this one set the choices of this terminal; none of it is
# exported, so a shell started from here prints no marks.
#
# The nonce in each mark proves that it is the shell's. It comes out of a pipe, once, and is another for each command. The marks of a
# prompt, which go where stderr goes, carry the one before it: what a command can read in a file or a log does not end that command.
#
# C comes from PS0 and D from PROMPT_COMMAND, without a DEBUG trap: the person's own trap stays theirs, and subshells,
# functions and loops report like any command. Where someone replaces PROMPT_COMMAND, PS1 itself carries D.
#
# An agent's command is not typed. It is in a private file, and a key that nobody has loads it into the line editor (bash 4 and later).

# Who exports SHELLOPTS may trace all of this, and the nonce with it. It is so again when the user's files are read.
__termhost_traced=$-
builtin set +xv

# Arrays, because bash exports none: `set -a` would hand them to every program.
builtin declare -a __termhost_on __termhost_ran __termhost_more __termhost_hooked __termhost_pipe __termhost_event __termhost_unseen __termhost_keys __termhost_modes __termhost_again __termhost_stale __termhost_same
__termhost_same= __termhost_modes= __termhost_again=0 __termhost_stale=0 __termhost_on=1 __termhost_ran=0 __termhost_more=0 __termhost_hooked=0 __termhost_pipe= __termhost_event= __termhost_unseen= __termhost_keys=
# Variables, because bash shows the text of functions (set, declare -f) with such characters as they are.
__termhost_mark=$'\e]633;' __termhost_bell=$'\a'
__termhost_open_d=${__termhost_mark}D\;
# Has no element 1: expands to nothing, for the side effects of its index.
__termhost_void=()
# Indexed by __termhost_ran: C and E only before the first command of a line, D's code only after one. C and the marks of the prompts are
# indexed by __termhost_stale too, which is 1 from a command on until there is another nonce: where nobody called our hooks, the
# prompt has the nonce of the end.
__termhost_a=() __termhost_b=() __termhost_c=() __termhost_e=() __termhost_f=() __termhost_g=() __termhost_typed=()
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

# Nothing here forks but E, and E only for a line that was typed: what came by our key was told when it was loaded. PIPESTATUS[0] holds a value that no command has while the
# prompt waits: a syntax error replaces it, an empty line or a comment does not, and PS0 puts the true one back.
__termhost_ps0='${__termhost_on:+'$__termhost_restore'}${__termhost_modes:+$(__termhost_repair)}${__termhost_typed[__termhost_ran]+$(__termhost_line 2>/dev/null)}${__termhost_c[__termhost_ran * 2 + __termhost_stale]-}${__termhost_on:+${__termhost_void[(PIPESTATUS[0] == -633 ? (PIPESTATUS[0] = __termhost_pipe) : 0), (__termhost_ran = __termhost_stale = 1, __termhost_more = __termhost_hooked = 0)]-}}'
__termhost_ps1_head='\[${__termhost_late[__termhost_hooked]+${__termhost_open_d}${__termhost_code[__termhost_ran]+$?}${__termhost_close}}${__termhost_a[__termhost_stale]-}\]'
# A pasted second command expands PS1 again without showing it, so only a prompt of its own makes C possible again.
__termhost_ps1_tail='\[${__termhost_b[__termhost_stale]-}${__termhost_on:+${__termhost_void[(PIPESTATUS[0] == -633 ? 0 : (__termhost_pipe = PIPESTATUS[0], PIPESTATUS[0] = -633)), (__termhost_hooked || '$__termhost_lost' ? (__termhost_ran = __termhost_more = __termhost_hooked = 0) : 0), 1]-}}\]'
__termhost_ps2_head='\[${__termhost_f[__termhost_stale]-}\]'
__termhost_ps2_tail='\[${__termhost_g[__termhost_stale]-}${__termhost_on:+${__termhost_void[(__termhost_more = 1), 1]-}}\]'

# stdout and stderr may have been redirected by `exec`. `set -x` would trace into the output, and a DEBUG trap may print: nobody sees what
# the first hook prints but what it prints on the terminal itself. A restricted shell redirects nothing.
if shopt -q restricted_shell; then
  __termhost_out= __termhost_to_terminal=
else
  __termhost_out=' >/dev/null 2>&1' __termhost_to_terminal=' 3>&2 >/dev/tty 2>/dev/null'
fi
# `set -v` prints each hook before it runs, and so before D: the comment at the end takes the line back from the screen.
__termhost_first='{ __termhost_finished "$?" "${PIPESTATUS[@]-}"; }'$__termhost_out' #'
__termhost_first+=$'\e['${#__termhost_first}$'D\e[K'
__termhost_last='{ __termhost_prompt "$?" "${PIPESTATUS[@]-}"; }'$__termhost_to_terminal

# $1 is the nonce from now on. Exported by no `set -a`.
__termhost_trust() {
  if [[ $- == *a* ]]; then
    builtin set +a
    __termhost_trust "$1"
    builtin set -a
    return 0
  fi
  builtin local shown="${__termhost_close:-;$1$__termhost_bell}" # IFS may be anything
  __termhost_close=";$1$__termhost_bell" __termhost_ticket=${1:0:8} __termhost_stale=0
  __termhost_a=("${__termhost_mark}A$shown" "${__termhost_mark}A$__termhost_close")
  __termhost_b=("${__termhost_mark}B$shown" "${__termhost_mark}B$__termhost_close")
  __termhost_c=("${__termhost_mark}C$shown" "${__termhost_mark}C$__termhost_close")
  __termhost_e=("$shown" "$__termhost_close")
  __termhost_f=("${__termhost_mark}F$shown" "${__termhost_mark}F$__termhost_close")
  __termhost_g=("${__termhost_mark}G$shown" "${__termhost_mark}G$__termhost_close")
}

# Another nonce, announced under the old one; where the system gives none, the old one stays.
__termhost_renew() {
  builtin local next
  IFS= builtin read -r next <@NONCE_SOURCE@ || return 0
  builtin printf '\e]633;P;Nonce=%s%s' "$next" "$__termhost_close" || return 0
  __termhost_trust "$next"
}

# The line editor leaves the terminal as it found it, without the translation of line ends.
__termhost_repair() {
  stty opost onlcr </dev/tty >/dev/null 2>&1
}

__termhost_escape() {
  builtin local code char
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
  builtin local entry REPLY file="$__termhost_folder/line"
  HISTTIMEFORMAT= builtin history 1 >|"$file" # a file costs less than another subshell
  IFS= builtin read -r -d '' entry <"$file"
  [[ $entry =~ ^[[:space:]]*([0-9]+)[*[:space:]][[:space:]](.*)$ && ${BASH_REMATCH[1]} == "$__termhost_event" ]] || return 0
  __termhost_escape "${BASH_REMATCH[2]%$'\n'}"
  builtin printf '\e]633;E;%s%s' "$REPLY" "${__termhost_e[__termhost_stale]}"
}

# Takes the status and the pipe statuses of what ran, and tells them once, however often others have put it among their hooks. The directory and the stages come before the end: who hears that a command has
# ended knows where it left the shell, and how.
__termhost_finished() {
  builtin local code= stages= state= marks REPLY="$PWD" IFS=' '
  if ((__termhost_hooked)); then
    [[ $- == *e* ]] || return "$1"
    return 0
  fi
  if ((__termhost_ran)); then
    code=$1
    if (($# > 2)); then stages="${__termhost_mark}P;Stages=${*:2}$__termhost_close"; fi
  elif [[ $__termhost_pipe && $2 != -633 && $1 != 130 ]]; then
    code=$1 # a syntax error: nothing ran, yet there is a status
  fi
  [[ $__termhost_same ]] || __termhost_tell_state
  if [[ $PWD == *[\\\;[:cntrl:]]* ]]; then __termhost_escape "$PWD"; fi
  marks="$state${__termhost_mark}P;Cwd=$REPLY$__termhost_close$stages$__termhost_open_d$code$__termhost_close"
  if [[ $__termhost_out ]]; then
    builtin printf '%s' "$marks" >/dev/tty
  else
    builtin printf '%s' "$marks"
  fi
  __termhost_hooked=1 __termhost_typed=(${__termhost_out:+x})
  [[ $- == *e* ]] || return "$1"
}

# Agents' lines begin with a space and are not for the person's history file, whatever that says at the moment.
__termhost_keep_history() {
  ((__termhost_agent)) && [[ :${HISTCONTROL-}: != *:ignorespace:* && :${HISTCONTROL-}: != *:ignoreboth:* ]] || return 0
  HISTCONTROL=ignorespace${HISTCONTROL:+:$HISTCONTROL}
}

# Writes the state of this shell, with which another one in a sandbox begins, and makes the mark that tells it. Builtins only, so that
# nothing forks, and few lines, since bash writes each by itself. A program in the sandbox could write
# such a file too, so each has another name, which only the terminal is told.
__termhost_tell_state() {
  [[ $__termhost_states && $__termhost_out ]] || return 0
  builtin local __termhost_name options="${BASHOPTS-}"
  IFS= builtin read -r __termhost_name <@NONCE_SOURCE@ || return 0
  { builtin export -p; builtin umask -p; builtin echo "set -o ${SHELLOPTS//:/ -o }"$'\n'"shopt -s ${options//:/ -s }"$'\n# end'; } >|"$__termhost_states/$__termhost_name" || return 0
  state="${__termhost_mark}P;State=$__termhost_name$__termhost_close"
}

# True if the programs in $1 are not functions, and no aliases for other commands: they cannot change this shell. After an alias that
# ends with a blank, bash expands aliases in the next word too.
__termhost_runs_only() {
  builtin local IFS=' ' name alias
  [[ $1 && $__termhost_states && $__termhost_out ]] || return 1
  for name in $1; do
    alias=${BASH_ALIASES[$name]-$name}
    [[ ${alias%% *} == "$name" && $alias != *[^A-Za-z0-9\ =._/-]* && $alias != *\  ]] || return 1
    if builtin declare -F "$name"; then return 1; fi
  done >&2  # nobody sees it there
}

# Obeys what termhost gives to a shell in a sandbox: the state that the task has left in its other shells.
__termhost_take_state() {
  [[ ! -f $__termhost_folder/given ]] || builtin . "$__termhost_folder/given" >/dev/null 2>&1
  return 0
}

__termhost_prompt() {
  __termhost_finished "$@" || :
  __termhost_ran=0 __termhost_more=0 # PS1 does so too, but not after an error of `eval`, when bash assigns nothing in a prompt
  __termhost_event=$HISTCMD
  builtin set +H
  __termhost_wrap
  __termhost_order
  __termhost_renew
  if [[ $__termhost_keys == unbound ]]; then
    __termhost_bind "$__termhost_to_terminal"
    __termhost_keys=bound
  fi
  __termhost_same= __termhost_unseen= __termhost_modes= __termhost_again=0
  if [[ $__termhost_out && ! -t 3 ]]; then # stderr is no terminal: the prompt and PS0 go where nobody sees them
    __termhost_unseen=1
    builtin printf '%s%s' "$__termhost_a" "$__termhost_b"
  fi
  __termhost_keep_history # last: a variable that is read-only ends the function
  return 0
}

# bash before 4.4 (macOS) has no PS0: C comes from a DEBUG trap there, chained before the person's. It misses a line that is a subshell.
__termhost_debug() {
  [[ $BASH_COMMAND == __termhost_* ]] || ((__termhost_ran || __termhost_hooked)) && return 0
  builtin printf '%s' "${__termhost_c[__termhost_stale]}" >/dev/tty
  __termhost_ran=1 __termhost_stale=1
}

# Puts our parts around what the prompts are now; theme and rc may have set them anew. The parts are variables.
__termhost_wrap() {
  builtin local text
  builtin shopt -s promptvars
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
  [[ ${PS0-} == *"$__termhost_ps0" ]] || { text=${PS0-} && PS0=${text//"$__termhost_ps0"/}$__termhost_ps0; } # theirs is no output
}

# Keeps our two hooks the first and the last.
__termhost_order() {
  builtin local IFS=$' \t\n' command has_first=
  builtin local -a others
  others=()
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

# Says that the line editor reads a line of the prompt (ready), more of one (more), or for a command (busy). A function that calls this
# at a prompt belongs to another line editor than bash's, which runs commands in its own way. ble.sh may come later, and keeps stderr until then.
__termhost_answer() {
  builtin local status="$?" state=ready again=1
  # A command may have taken our hooks and its own prompt's marks: this is that prompt, told late.
  if ((__termhost_ran)) && [[ ${PROMPT_COMMAND[*]-} != *__termhost_prompt* && ${PS1-} != *"$__termhost_ps1_tail" ]]; then
    [[ ${PS0-} == *"$__termhost_ps0" ]] && again=0
    __termhost_prompt "$status" "$status"
    __termhost_again=$again # bash has read its PS0 already: the next line is an empty one
    builtin printf '%s%s' "$__termhost_a" "$__termhost_b"
  fi
  if ((__termhost_ran)); then
    state=busy
  elif ((__termhost_more)); then
    state=more
  elif ((${#FUNCNAME[@]} > 1)) || [[ ${BLE_VERSION-} ]]; then
    state=another
  fi
  builtin printf '\e]633;P;Editor=%s%s' "$state" "$__termhost_close"
} # $1 is what $_ was, and stays so

# Makes the command in the file the whole line, whatever stood there. An old file has another ticket.
__termhost_load() {
  builtin local ticket= text= programs= REPLY
  { IFS=' ' builtin read -r ticket __termhost_modes programs && IFS= builtin read -r -d '' text; } <"$__termhost_folder/next" || :
  [[ $__termhost_modes != - ]] || __termhost_modes=
  if ((__termhost_ran || __termhost_more || __termhost_again)) || [[ ! $text || $ticket != "$__termhost_ticket" ]]; then
    READLINE_LINE= READLINE_POINT=0
    builtin printf '\e]633;P;Editor=refused%s' "$__termhost_close"
    return 0
  fi
  builtin set +H
  builtin shopt -s interactive_comments
  [[ $text != *bind* ]] || __termhost_keys=unbound # it may take them away
  __termhost_typed=()
  if ((__termhost_stale)); then __termhost_renew; fi
  __termhost_take_state
  if __termhost_runs_only "$programs"; then __termhost_same=1; fi
  READLINE_LINE=$text READLINE_POINT=${#text}
  if ((${#text} <= 4096)); then
    __termhost_escape "${text# }"
    builtin printf '\e]633;E;%s%s' "$REPLY" "$__termhost_close"
  fi
  builtin printf '\e]633;P;Editor=taken%s%s' "$__termhost_close" "${__termhost_unseen:+${__termhost_c[0]}}"
}

# $1: redirection. The macro of the second key loads and enters, with nothing typed between. The argument of the functions keeps $_.
__termhost_bind() {
  builtin local map key='\e[24;8~'
  for map in emacs-standard vi-insert vi-command; do
    builtin bind -m "$map" -x "\"${key}p\": { __termhost_answer \"\$_\"; }$1"
    builtin bind -m "$map" -x "\"${key}x\": { __termhost_load \"\$_\"; }$1"
    builtin bind -m "$map" "\"${key}y\": accept-line"
    builtin bind -m "$map" "\"${key}g\": \"${key}x${key}y\""
  done
}

# An interactive bash says "exit" when it is told to. The mark before it lets the reader tell that word from output.
__termhost_define_exit() {
  declare -F exit >/dev/null && return 0
  [[ $__termhost_out ]] || return 0
  exit() {
    {
      builtin local __termhost_status="$?"
      builtin set +x # what follows would be traced, and nobody traces an exit twice
      ((BASH_SUBSHELL)) || builtin printf '\e]633;P;Exit=1%s' "$__termhost_close" >/dev/tty
    } 2>/dev/null
    builtin exit "${@:-$__termhost_status}"
  }
}

__termhost_first_nonce() {
  builtin local nonce=
  [[ -p $__termhost_folder/nonce ]] && IFS= builtin read -r -t 5 nonce <"$__termhost_folder/nonce"
  __termhost_trust "$nonce"
}
__termhost_first_nonce
unset -f __termhost_first_nonce

# POSIX mode, by a variable: bash has read this instead of $ENV, and would read no other file.
if [[ ${__termhost_env_set-} ]]; then
  unset ENV
  if ((__termhost_env_set)); then ENV=$__termhost_env; fi
fi

[[ $__termhost_traced != *v* ]] || set -v
[[ $__termhost_traced != *x* ]] || set -x
unset __termhost_traced
if ((!__termhost_startup)); then
  :
elif [[ ${__termhost_env_set-} ]]; then
  [[ ${ENV-} && -r $ENV ]] && . "$ENV"
elif ((__termhost_login)); then
  [[ -r /etc/profile ]] && . /etc/profile
  for __termhost_rc in ~/.bash_profile ~/.bash_login ~/.profile; do
    [[ -r $__termhost_rc ]] && . "$__termhost_rc" && break
  done
  unset __termhost_rc
elif [[ -r ~/.bashrc ]]; then
  . ~/.bashrc
fi

# Without these nothing could be told.
for __termhost_name in PROMPT_COMMAND PS0 PS1 PS2; do
  (unset "$__termhost_name") 2>/dev/null || builtin printf '\e]633;P;ReadOnly=%s%s' "$__termhost_name" "$__termhost_close"
done
unset __termhost_name

__termhost_defaults
__termhost_define_exit
set +H
shopt -s interactive_comments # the hooks have one
__termhost_wrap
__termhost_order
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
  __termhost_own_trap() { builtin trap "__termhost_debug${3:+$'\n'$3}" DEBUG; }
  eval "__termhost_own_trap $(trap -p DEBUG)"
fi
if ((__termhost_agent && BASH_VERSINFO[0] >= 4)); then
  __termhost_keys=unbound
  builtin printf '\e]633;P;Editor=keys%s' "$__termhost_close"
fi
