# Shell integration for fish, read by --init-command after config.fish. The lines before this one set the folder of this terminal and
# the kept defaults. A shell started from here prints no marks.
#
# The nonce in each mark proves that it is the shell's. It comes out of a pipe, once, is another for each command, and is in no variable.
#
# C and E come from fish_preexec, D from fish_postexec, A and the directory from the fish_prompt event; B ends the prompt function.
#
# An agent's command is not typed. It is in a private file, and a key that nobody has makes a function take it from there.

set -g __termhost_ran 0
set -g __termhost_reported 0
set -g __termhost_taken 0
set -g __termhost_bound 0

set -g __termhost_codes 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 7f
set -g __termhost_controls \x01 \x02 \x03 \x04 \x05 \x06 \x07 \x08 \x09 \x0a \x0b \x0c \x0d \x0e \x0f \x10 \x11 \x12 \x13 \x14 \x15 \x16 \x17 \x18 \x19 \x1a \x1b \x1c \x1d \x1e \x1f \x7f

function __termhost_escape
    # the dot keeps newlines at the end, which a command substitution would drop
    set -l text (builtin string replace -a '\\' '\\\\' -- $argv[1]. | builtin string replace -a ';' '\x3b' | builtin string collect)
    if builtin string match -qr '[\x01-\x1f\x7f]' -- $text
        set -l codes $__termhost_codes
        for control in $__termhost_controls
            set text (builtin string replace -a -- $control "\\x$codes[1]" $text | builtin string collect)
            set -e codes[1]
        end
    end
    builtin string sub -e -1 -- $text
end

# $argv[1] is the nonce from now on: __termhost_mark, which prints marks, keeps it for itself.
function __termhost_trust
    set -l nonce $argv[1]
    set -g __termhost_ticket (builtin string sub -l 8 -- $nonce)
    function __termhost_mark -V nonce
        builtin printf '\e]633;%s;%s\a' $argv[1] $nonce
    end
end

# Another nonce, announced under the old one; where the system gives none, the old one stays.
function __termhost_renew
    builtin test -r @NONCE_SOURCE@; and builtin read -l next <@NONCE_SOURCE@; or return
    __termhost_mark "P;Nonce=$next"
    __termhost_trust $next
end

function __termhost_first_nonce
    set -l nonce
    builtin test -p $__termhost_folder/nonce; and builtin read nonce <$__termhost_folder/nonce
    __termhost_trust "$nonce"
end

function __termhost_started --on-event fish_preexec
    # fish announces comments too, and runs nothing
    builtin string match -qr '^\s*(#[^\n]*)?(\n\s*(#[^\n]*)?)*$' -- "$argv[1]"; and return
    set -g __termhost_ran 1
    set -l line $argv[1]
    builtin test $__termhost_taken = 1; and set line (builtin string sub -e -2 -- $line | builtin string collect)
    __termhost_mark "E;"(__termhost_escape "$line")
    __termhost_mark C
end

function __termhost_finished --on-event fish_postexec
    set -l codes $status $pipestatus
    set -l code $codes[1]
    builtin test $__termhost_ran = 1; or return
    set -g __termhost_ran 0
    set -g __termhost_reported 1
    __termhost_tell_state
    __termhost_directory # first: who hears that a command has ended knows where it left the shell
    set -q codes[3]; and __termhost_mark "P;Stages=$codes[2..]"
    __termhost_mark "D;$code"
end

# A line that can't be parsed does not run: 123 is fish's own status for it. It would wait in the editor to be mended; the next
# command must not be typed behind it.
function __termhost_refused --on-event fish_posterror
    builtin commandline -f beginning-of-buffer
    for line in (builtin commandline)
        builtin commandline -f kill-line kill-line
    end
    set -g __termhost_taken 0
    __termhost_directory
    __termhost_mark "D;123"
    __termhost_prompt_start
end

function __termhost_cancelled --on-event fish_cancel
    __termhost_directory
    __termhost_mark "D;"
    __termhost_prompt_start
end

function __termhost_directory
    __termhost_mark "P;Cwd="(__termhost_escape $PWD)
end

function __termhost_prompt_start
    __termhost_directory
    __termhost_mark A
end

function __termhost_prompt --on-event fish_prompt
    builtin test $__termhost_reported = 1; or begin
        __termhost_directory
        __termhost_mark "D;"
    end
    set -g __termhost_reported 0
    set -g __termhost_taken 0
    builtin test $__termhost_told = 1; or __termhost_tell_state
    __termhost_renew
    __termhost_prompt_start
    __termhost_wrap
    builtin test $__termhost_bound = 1; or __termhost_bind
end

# Writes the state of this shell, with which another one in a sandbox begins, in words that a POSIX shell reads. A program in the sandbox
# could write such a file too, so each has another name, which only the terminal is told.
function __termhost_tell_state
    builtin test -n "$__termhost_states" -a -r @NONCE_SOURCE@; and builtin read -l __termhost_name <@NONCE_SOURCE@; or return
    for __termhost_each in (set -nx)
        builtin printf "export %s='%s'\n" $__termhost_each (builtin string replace -a "'" "'\\''" -- "$$__termhost_each" | builtin string collect)
    end >$__termhost_states/$__termhost_name 2>/dev/null
    builtin printf 'umask %s\n# end\n' (umask) >>$__termhost_states/$__termhost_name
    __termhost_mark "P;State=$__termhost_name"
    set -g __termhost_told 1
end

# B comes after whatever prompt function there is now; it may have been defined anew.
function __termhost_wrap
    builtin functions -q fish_prompt; and builtin string match -q '*__termhost_own_prompt*' -- (builtin functions fish_prompt); and return
    builtin functions -e __termhost_own_prompt
    if builtin functions -q fish_prompt
        builtin functions -c fish_prompt __termhost_own_prompt
    else
        function __termhost_own_prompt
        end
    end
    function fish_prompt
        __termhost_own_prompt # first: it may show the status
        __termhost_mark B
    end
end

# Agents' commands are not for the person's history file. No leading space: fish would point at each error behind one.
builtin test $__termhost_agent = 1; and set -g fish_history ''

# fish reads all man pages in the background if it has no folder of completions from them, and the home of a trial has none.
if builtin test "$TERMHOST_SANDBOX" = trial
    function __fish_anypython
        builtin return 1 # no Python that would read them
    end
end

# Agents are not told of a job in the background that it has ended: fish says so among the output of what runs then.
if builtin test $__termhost_agent = 1; and builtin functions -q fish_job_summary
    builtin functions -c fish_job_summary __termhost_own_job_summary
    function fish_job_summary
        builtin test "$argv[2]" = 0; or __termhost_own_job_summary $argv
    end
end

__termhost_first_nonce
builtin functions -e __termhost_first_nonce
__termhost_wrap

# The line editor reads a line of the prompt (ready), or for a command (busy).
function __termhost_answer
    builtin test $__termhost_ran = 1; and __termhost_mark "P;Editor=busy"; or __termhost_mark "P;Editor=ready"
end

# Makes the command in the file the whole line, whatever stood there, and enters it. An old file has another ticket. Behind the two
# blanks no abbreviation is expanded.
function __termhost_take
    set -l text
    builtin read -z text <$__termhost_folder/next
    if builtin test $__termhost_ran = 1; or not builtin string match -q -- "$__termhost_ticket*" $text
        __termhost_mark "P;Editor=refused"
        return
    end
    builtin commandline -r -- (builtin string replace -r '^.*\n' '' -- $text | builtin string collect)"  "
    builtin commandline --is-valid
    if builtin test $status = 2 # execute would add a line and wait
        builtin commandline -r ''
        __termhost_mark "P;Editor=incomplete"
        return
    end
    set -g __termhost_taken 1
    builtin test -f $__termhost_folder/given; and source $__termhost_folder/given >/dev/null 2>&1
    builtin string match -q '*bind*' -- $text; and set -g __termhost_bound 0 # it may take the keys away
    __termhost_mark "P;Editor=taken"
    builtin commandline -f execute
end

# The keys, in every mode that there is now: someone may have made another one, or taken all bindings away.
function __termhost_bind
    set -g __termhost_bound 1
    builtin test $__termhost_agent = 1; or return
    for mode in (builtin bind -L) insert visual replace replace_one paste
        builtin bind -M $mode \e\[24\;8~p __termhost_answer
        builtin bind -M $mode \e\[24\;8~g __termhost_take
    end
end

if builtin test $__termhost_agent = 1
    __termhost_mark "P;Editor=keys"
end
