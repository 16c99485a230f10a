# Shell integration for zsh, read after the person's .zshrc by `emulate zsh -c`: so each function runs with zsh's own options, untraced,
# whatever the person has set. Nothing here is exported, so a shell started from this one prints no marks.
#
# The nonce in each mark proves that it is the shell's. It comes out of a pipe, once, is another for each command, and what holds it is
# hidden from `set` and `typeset`.
#
# C and E come from preexec, D from the first precmd hook; the last one puts A and B around the prompt that the others have made.
# Where someone replaces precmd_functions, the prompt itself carries D.
#
# An agent's command is not typed. It is in a private file, and a key that nobody has makes a widget take it from there.

__termhost_ran=0 __termhost_reported=0 __termhost_prompted=0 __termhost_taken=0 __termhost_entry= __termhost_keymaps= __termhost_modes=
# psvar[20] is set between preexec and the D of the hook; psvar[21] is the nonce.
__termhost_ps1_head=$'%{%(20V.\e]633;D;%?;%21v\a.)\e]633;A;%21v\a%}'
__termhost_ps1_tail=$'%{\e]633;B;%21v\a%}'
__termhost_ps2_head=$'%{\e]633;F;%21v\a%}'
__termhost_ps2_tail=$'%{\e]633;G;%21v\a%}'

# $1 is the nonce from now on. Exported by no `set -a`.
__termhost_trust() {
  emulate -L zsh -o no_all_export
  typeset -gH +x __termhost_close=";$1"$'\a' __termhost_ticket=${1[1,8]} PSVAR psvar
  psvar[21]=$1
}

# Another nonce, announced under the old one; where the system gives none, the old one stays.
__termhost_renew() {
  local next
  IFS= builtin read -r next <@NONCE_SOURCE@ 2>/dev/null || next=${${__termhost_close#;}%$'\a'}
  builtin printf '\e]633;P;Nonce=%s%s' "$next" "$__termhost_close" >/dev/tty || return 0
  __termhost_trust "$next"
}

__termhost_escape() {
  local code char
  REPLY=${1//\\/\\\\}
  REPLY=${REPLY//;/\\x3b}
  if [[ $REPLY == *[[:cntrl:]]* ]]; then
    for code in 0{1..9} 0{a..f} 1{0..9} 1{a..f} 7f; do
      builtin printf -v char '%b' "\\x$code"
      REPLY=${REPLY//"$char"/\\x$code}
    done
  fi
}

# stdout may have been redirected by `exec`: hence /dev/tty. Not as a redirection of a whole function, which zsh ignores then.

# Called with each line that is entered, also one that can't be parsed or is only a comment. Agents' lines, and those that
# begin with a space, are not for the person's history file.
__termhost_entered() {
  __termhost_entry=$1
  if [[ $1 == *bindkey* ]]; then __termhost_keymaps=; fi # it may take our keys away
  if (( __termhost_taken )) || [[ $__termhost_agent == 1 && $1 == ' '* ]]; then return 1; fi
  return 0
}

# The line editor leaves the terminal as it found it, without the translation of line ends: termhost says so, or a command had `stty` in it.
__termhost_repair() {
  if [[ -n $__termhost_modes ]]; then command stty opost onlcr </dev/tty &>/dev/null; fi
  __termhost_modes=
}

__termhost_started() {
  local REPLY
  __termhost_ran=1 __termhost_reported=0
  __termhost_repair
  psvar[20]=1
  __termhost_escape "${1:-$3}"
  builtin printf '\e]633;E;%s%s\e]633;C%s' "$REPLY" "$__termhost_close" "$__termhost_close" >/dev/tty
}

# Called by precmd, where the person has one, and else as the first hook: who comes first reports. The directory and the stages come
# before the end: who hears that a command has ended knows where it left the shell, and how.
__termhost_finished() {
  local -a __termhost_stages=("$?" "${pipestatus[@]}")
  if (( $# )); then __termhost_stages=("$@"); fi
  local -i __termhost_status=$__termhost_stages[1]
  if (( __termhost_reported )); then return 0; fi
  if (( ! ${precmd_functions[(I)__termhost_prompt]-0} )); then __termhost_order; fi # zsh calls them next
  local __termhost_code=$__termhost_status REPLY
  shift __termhost_stages
  if (( ! __termhost_ran || $#__termhost_stages < 2 )); then __termhost_stages=(); fi
  if (( ! __termhost_ran )); then
    # A line was read and did not run: a syntax error has a status, an interrupted line or a comment has none.
    local -a words
    words=("${(Z+Cn+)__termhost_entry}")
    if (( ! __termhost_prompted || __termhost_code == 130 )) || [[ -z ${(j::)words//[$';\n']/} ]]; then __termhost_code=; fi
  fi
  if [[ $__termhost_entry == *stty* ]]; then __termhost_modes=1; fi
  __termhost_ran=0 __termhost_reported=1 __termhost_prompted=1 __termhost_taken=0 __termhost_entry=
  if (( $#__termhost_global_aliases )); then
    builtin enable -a -- $__termhost_global_aliases 2>/dev/null # the command may have taken one away
    __termhost_global_aliases=()
  fi
  psvar[20]=
  __termhost_escape "$PWD"
  local marks=$'\e]633;P;Cwd='$REPLY$__termhost_close
  if (( $#__termhost_stages )); then marks+=$'\e]633;P;Stages='${(j: :)__termhost_stages}$__termhost_close; fi
  builtin print -rn -- "$marks"$'\e]633;D;'$__termhost_code$__termhost_close >/dev/tty
  if [[ -o errexit ]]; then return 0; fi
  return $__termhost_status
}

__termhost_prompt() {
  __termhost_reported=0
  __termhost_repair
  __termhost_wrap
  __termhost_order
  __termhost_bind
  __termhost_renew
  return 0
}

# A program in the sandbox could write the state of this shell too, so each file has another name, which only the terminal is told.
__termhost_name_state() {
  IFS= builtin read -r __termhost_name <@NONCE_SOURCE@ 2>/dev/null
}
__termhost_told_state() {
  builtin printf '\e]633;P;State=%s%s' "$__termhost_name" "$__termhost_close" >/dev/tty
}

# The variables in the state of this shell. `export -p` shows PATH as an array.
__termhost_tell_variables() {
  local __termhost_each
  for __termhost_each in ${(k)parameters[(R)*export*]}; do
    builtin print -r -- "export $__termhost_each=${(qq)${(P)__termhost_each}}"
  done
}

# What the line editor reads: a line of the prompt (start), more of one (cont), or for a command (vared, select).
__termhost_answer() {
  local -i __termhost_last=$?
  # A command may have taken our hooks and its own prompt's marks: this is that prompt, told late.
  if [[ $CONTEXT == start ]] && (( __termhost_ran )); then
    () { return $1 } $__termhost_last
    __termhost_finished
    __termhost_prompt
    builtin zle reset-prompt
  fi
  builtin printf '\e]633;P;Editor=%s%s' "${${CONTEXT/start/ready}/cont/more}" "$__termhost_close" >/dev/tty
}

# Makes the command in the file the whole line, whatever stood there, and enters it. An old file has another ticket.
__termhost_take() {
  local text="$(<$__termhost_folder/next)"
  local ticket=${text%%$'\n'*}
  if [[ $CONTEXT != start || $text != *$'\n'* || ${ticket%% *} != "$__termhost_ticket" ]]; then
    builtin printf '\e]633;P;Editor=refused%s' "$__termhost_close" >/dev/tty
    return 0
  fi
  if (( $#__termhost_expands )); then # not in the line after the next prompt
    BUFFER=
    builtin printf '\e]633;P;Editor=refused%s' "$__termhost_close" >/dev/tty
    builtin zle .accept-line
    return 0
  fi
  __termhost_global_aliases=(${(k)galiases}) # they would change words that were approved
  if (( $#__termhost_global_aliases )); then builtin disable -a -- $__termhost_global_aliases; fi
  BUFFER=${text#*$'\n'} CURSOR=$#BUFFER PREDISPLAY= POSTDISPLAY= __termhost_taken=1 __termhost_modes=${ticket#$__termhost_ticket}
  builtin printf '\e]633;P;Editor=taken%s' "$__termhost_close" >/dev/tty
  builtin zle .accept-line
}

# The keys, in every keymap when there is another one, and else in the one that is in use: each costs time at every prompt.
__termhost_bind() {
  (( __termhost_agent )) || return 0
  local map
  local -a maps=(main)
  if [[ "$keymaps" != "$__termhost_keymaps" ]]; then maps=(${keymaps:#.safe}) __termhost_keymaps="$keymaps"; fi
  for map in $maps; do
    builtin bindkey -M $map $'\e[24;8~p' __termhost_answer $'\e[24;8~g' __termhost_take
  done
}

# Puts our parts around what the prompts are now. An exported prompt would hand our marks to other programs.
__termhost_wrap() {
  if [[ $PS1 != "$__termhost_ps1_head"*"$__termhost_ps1_tail" ]]; then
    PS1=${PS1//"$__termhost_ps1_head"/}
    PS1=$__termhost_ps1_head${PS1//"$__termhost_ps1_tail"/}$__termhost_ps1_tail
  fi
  if [[ $PS2 != "$__termhost_ps2_head"*"$__termhost_ps2_tail" ]]; then
    PS2=${PS2//"$__termhost_ps2_head"/}
    PS2=$__termhost_ps2_head${PS2//"$__termhost_ps2_tail"/}$__termhost_ps2_tail
  fi
  if [[ ${(t)PS1}${(t)PS2} == *export* ]]; then typeset -g +x PS1 PS2; fi
}

# Keeps our hooks where they belong: D before and A, B after what others do at a prompt, C after what they do before a command.
__termhost_order() {
  local -a others
  if [[ ${precmd_functions[1]-} != __termhost_first || "${precmd_functions[-2,-1]}" != '__termhost_options __termhost_prompt' ]]; then
    others=(${precmd_functions:#__termhost_(first|options|prompt)})
    precmd_functions=(__termhost_first $others __termhost_options __termhost_prompt)
  fi
  if [[ ${preexec_functions[-1]-} != __termhost_started ]]; then
    preexec_functions=(${preexec_functions:#__termhost_started} __termhost_started)
  fi
  if (( ! ${zshaddhistory_functions[(I)__termhost_entered]-0} )); then
    zshaddhistory_functions+=(__termhost_entered)
  fi
}

typeset -ga __termhost_expands __termhost_global_aliases precmd_functions preexec_functions zshaddhistory_functions
__termhost_trust "${__termhost_nonce-}"
unset __termhost_nonce
# Without these nothing could be told.
for __termhost_name in precmd_functions preexec_functions PS1 PS2; do
  if [[ ${(tP)__termhost_name} == *readonly* ]]; then
    builtin printf '\e]633;P;ReadOnly=%s%s' $__termhost_name "$__termhost_close" >/dev/tty
  fi
done
unset __termhost_name
__termhost_wrap
__termhost_order
if (( __termhost_agent )) && zmodload zsh/zle zsh/zleparameter; then
  builtin zle -N __termhost_answer
  builtin zle -N __termhost_take __termhost_take_with_state
  builtin printf '\e]633;P;Editor=keys%s' "$__termhost_close" >/dev/tty
fi
