# Shell integration for dash, ksh, mksh and whatever else is `sh`, read as $ENV. The lines before this one set the choices of this
# terminal; none of it is exported, so a shell started from here prints no marks.
#
# The nonce in each mark proves that it is the shell's. It comes out of a pipe, once, and is another for each command.
#
# These shells have no hooks: D, the directory, A and B are in the prompts, and C is printed by the file that a command arrives in.
# C takes a new nonce, so that no mark of an earlier prompt, which a file or a log may hold, ends the command; so does the end, so that
# nothing that the command shows of the shell's variables counts after it.

if [ -p "$__termhost_folder/nonce" ]; then
  IFS= read -r __termhost_close <"$__termhost_folder/nonce"
fi
if [ "$__termhost_env_set" = 1 ]; then
  ENV=$__termhost_env
else
  unset ENV
  case ${KSH_VERSION-} in
    *MIRBSD* | *LEGACY*) __termhost_env=$HOME/.mkshrc ;;
    ?*) __termhost_env=$HOME/.kshrc ;;
  esac
fi
if [ "$__termhost_startup" = 1 ] && [ -n "$__termhost_env" ] && [ -r "$__termhost_env" ]; then
  . "$__termhost_env"
fi
__termhost_defaults
# Agents' commands are not for the person's history file.
if [ "$__termhost_agent" = 1 ] && (HISTFILE=) 2>/dev/null; then # it may be read-only
  HISTFILE=$__termhost_folder/history
fi

__termhost_escape_byte=$(printf '\033')
__termhost_bell=$(printf '\007')
__termhost_d="$__termhost_escape_byte]633;D;"

# Writes $1 as it is. Not by a printf that is a program (mksh), whose arguments everybody sees.
case ${KSH_VERSION-} in
  *MIRBSD* | *LEGACY*) __termhost_write() { print -rn -- "$1"; } ;;
  *) __termhost_write() { printf '%s' "$1"; } ;;
esac

# $1 is the nonce from now on. Exported by no `set -a`.
__termhost_trust() {
  case $- in *a*) set +a; __termhost_trust "$1"; set -a; return 0 ;; esac
  __termhost_close=";$1$__termhost_bell"
  __termhost_a="$__termhost_escape_byte]633;A$__termhost_close"
  __termhost_b="$__termhost_escape_byte]633;B$__termhost_close"
  __termhost_f="$__termhost_escape_byte]633;F$__termhost_close"
  __termhost_g="$__termhost_escape_byte]633;G$__termhost_close"
}

# Another nonce, announced under the old one; where the system gives none, the old one stays.
__termhost_renew() {
  case $- in *a*) set +a; __termhost_renew; set -a; return 0 ;; esac
  [ -r @NONCE_SOURCE@ ] && IFS= read -r __termhost_rest <@NONCE_SOURCE@ || return 0
  __termhost_write "$__termhost_escape_byte]633;P;Nonce=$__termhost_rest$__termhost_close" >/dev/tty || return 0
  __termhost_trust "$__termhost_rest"
  __termhost_rest=
}

__termhost_trust "$__termhost_close"

# The text in $1 with what would end or break a field as \xHH.
__termhost_escape() {
  __termhost_rest=$1 __termhost_done=
  while [ -n "$__termhost_rest" ]; do
    __termhost_char=${__termhost_rest%"${__termhost_rest#?}"}
    __termhost_rest=${__termhost_rest#?}
    case $__termhost_char in
      \\) __termhost_char='\\' ;;
      \;) __termhost_char='\x3b' ;;
      [[:cntrl:]]) __termhost_char=$(printf '\\x%02x' "'$__termhost_char") ;;
    esac
    __termhost_done=$__termhost_done$__termhost_char
  done
}

# The directory, and $1 behind it.
__termhost_directory() {
  case $PWD in
    *[\\\;[:cntrl:]]*) __termhost_escape "$PWD" ;;
    *) __termhost_done=$PWD ;;
  esac
  __termhost_write "$__termhost_escape_byte]633;P;Cwd=$__termhost_done$__termhost_close$1"
}

# Writes the state of this shell, with which another one in a sandbox begins. A program in the sandbox could write such a file too, so
# each has another name, which only the terminal is told.
__termhost_tell_state() {
  [ -n "$__termhost_states" ] && [ -r @NONCE_SOURCE@ ] && IFS= read -r __termhost_name <@NONCE_SOURCE@ || return 0
  {
    export -p
    set +o
    __termhost_write 'umask '
    umask
    echo '# end'
  } >|"$__termhost_states/$__termhost_name" 2>/dev/null
  __termhost_write "$__termhost_escape_byte]633;P;State=$__termhost_name$__termhost_close" >/dev/tty
}

# What the file that a command arrives in calls first. $1 is $?, which it keeps for the command, but not under `set -e`, which would end
# the shell. stdout may have been redirected by `exec`.
__termhost_started() {
  # What termhost gives to a shell in a sandbox: the state that the task has left in its other shells.
  if [ -f "$__termhost_folder/given" ]; then . "$__termhost_folder/given" >/dev/null 2>&1 || :; fi
  __termhost_renew
  __termhost_write "$__termhost_escape_byte]633;C$__termhost_close" >/dev/tty
  case $- in *e*) return 0 ;; esac
  return "$1"
}

# What the prompt's width must not count: mksh is told by a character of one's choice, announced by CR; bash by brackets.
__termhost_begin= __termhost_end= __termhost_lead=
case ${KSH_VERSION-} in
  *MIRBSD* | *LEGACY*) __termhost_begin=$(printf '\001') __termhost_end=$(printf '\001') __termhost_lead=$(printf '\001\r') ;;
esac
if [ -n "${BASH_VERSION-}" ]; then
  __termhost_begin='\[' __termhost_end='\]'
  set +o histexpand
fi

# Marks in the prompts, unless they are there. D comes first and without a subshell, which `set -x` would trace into the output.
# ksh adds 256, not 128, for a signal.
__termhost_mark_prompts() {
  case ${PS1-} in *__termhost_d*) ;; *)
    PS1=$__termhost_lead$__termhost_begin'${__termhost_d-}${__termhost_d:+$(($? > 256 ? $? - 128 : $?))}${__termhost_d:+$__termhost_close}$({ __termhost_directory "$__termhost_a"; } 2>/dev/null)'$__termhost_end${PS1-'$ '}$__termhost_begin'${__termhost_b-}'$__termhost_end ;;
  esac
  case ${PS2-} in *__termhost_f*) ;; *)
    PS2=$__termhost_lead$__termhost_begin'${__termhost_f-}'$__termhost_end${PS2-'> '}$__termhost_begin'${__termhost_g-}'$__termhost_end ;;
  esac
}

# What follows the file that a command arrived in, before the prompt tells its end: where it left the shell, and our marks in the prompts,
# as it may have set some of its own. $1 is $?, which it keeps. Where stderr (3 here) is not a terminal nobody sees the prompt, and its marks
# are told here. `set -a` exports nothing of it.
__termhost_ended() {
  unset __termhost_status # of ksh's line
  case $- in
    *a*)
      set +a
      __termhost_ended "$1" || :
      set -a
      return "$1"
      ;;
  esac
  __termhost_tell_state
  if [ -t 3 ]; then
    __termhost_directory '' >/dev/tty
  else
    __termhost_directory "$__termhost_d$1$__termhost_close" >/dev/tty
  fi
  __termhost_renew
  __termhost_mark_prompts
  [ -t 3 ] || __termhost_write "$__termhost_a$__termhost_b" >/dev/tty
  return "$1"
}

__termhost_mark_prompts
__termhost_tell_state
:
