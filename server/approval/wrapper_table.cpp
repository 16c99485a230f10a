#include "approval/wrapper_table.hpp"

#include <array>

namespace termhost::approval {
namespace {

// Options are those of the programs' manuals: GNU, util-linux, procps, OpenSSH and the projects' own.
constexpr std::array wrappers{
    // What a shell itself offers
    Wrapper{"command", Runs::Command, 0, "", "", "", QueryOptions},
    Wrapper{"builtin|nocorrect|noglob|-|not|and|or"},
    Wrapper{"exec", Runs::Command, 0, "a"},
    Wrapper{"eval", Runs::Code, 0, "", "", "", SameShell},
    Wrapper{"source|.", Runs::Command, 0, "", "", "", SameShell | IsScript},
    Wrapper{"trap", Runs::OneCode, 0, "", "", "", SameShell},
    Wrapper{"alias|abbr", Runs::Nothing, 0, "", "", "", AliasValues | SameShell},
    Wrapper{"jobs", Runs::Command, 0, "", "", "", TakesOptionRest},
    Wrapper{"hash", Runs::Nothing, 0, "", "", "p|", 0},
    Wrapper{"enable", Runs::Nothing, 0, "", "", "f|", 0},
    Wrapper{"mapfile|readarray", Runs::Nothing, 0, "dnOstuc", "", "C|", AnyPlace | SameShell},
    Wrapper{"complete|compgen", Runs::Nothing, 0, "oAGPSX", "", "CFWac|", AnyPlace | SameShell},
    Wrapper{"bind", Runs::EachCode, 0, "mfqur", "", "x|", AnyPlace | SameShell},
    Wrapper{"fc", Runs::Nothing, 0, "", "", "e|", 0},
    Wrapper{"emulate", Runs::Nothing, 1, "", "", "c|", AnyPlace | SameShell},
    Wrapper{"sched", Runs::Code, 1, "", "", "", SameShell},
    Wrapper{"iex|invoke-expression", Runs::Code, 0, "", "", "", PowerShellCode | InputIsCode},
    Wrapper{"start-process|saps|start|invoke-item|ii"},

    // Other users, other limits, other surroundings
    Wrapper{"sudo", Runs::Command, 0, "ugpChrtTRDUa",
            "user group prompt close-from host role type command-timeout chroot "
            "chdir other-user",
            "", TakesAssignments | InputIsCode},
    Wrapper{"doas", Runs::Command, 0, "uCa", "", "", InputIsCode},
    Wrapper{"pkexec|run0", Runs::Command, 0, "ugD",
            "user group unit property description slice nice chdir setenv background"},
    Wrapper{"gosu|su-exec|setuidgid|envuidgid|envdir|systemd-inhibit", Runs::Command, 1},
    Wrapper{"su", Runs::Nothing, 0, "sgGwT", "shell group supp-group whitelist-environment",
            "c|command session-command", AnyPlace | InputIsCode},
    Wrapper{"runuser", Runs::Command, 0, "ugGsw", "user group supp-group shell whitelist-environment",
            "c|command session-command", AnyPlace | InputIsCode},
    Wrapper{"sg|newgrp", Runs::Code, 1, "", "", "c|", AnyPlace | InputIsCode},
    Wrapper{"env", Runs::Command, 0, "uCP", "unset chdir", "", TakesAssignments | SplitsString},
    Wrapper{"cross-env|dotenv|env-cmd|dotenvx run", Runs::Command, 0, "efc", "env-file file", "", TakesAssignments},
    Wrapper{"cross-env-shell", Runs::Code, 0, "", "", "", TakesAssignments},
    Wrapper{
        "nohup|setsid|eatmydata|catchsegv|fakeroot|fakechroot|torsocks|torify|unbuffer|ssh-agent|dbus-run-session|"
        "dbus-launch|linux32|linux64|i386|x86_64|caffeinate|busybox|toybox|coreutils|ccache|distcc|sccache|softlimit|"
        "chpst|setpriv|tsocks|proxychains|proxychains4|prime-run|optirun|primusrun|gamemoderun|"
        "daemonize"},
    Wrapper{"nice", Runs::Command, 0, "n", "adjustment"},
    Wrapper{"timeout|gtimeout", Runs::Command, 1, "sk", "signal kill-after"},
    Wrapper{"time|gtime", Runs::Command, 0, "fo", "format output", "",
            TakesAssignments},  // zsh: a keyword behind | too
    Wrapper{"stdbuf", Runs::Command, 0, "ioe", "input output error"},
    Wrapper{"ionice", Runs::Command, 0, "cnpPu", "class classdata pid pgid uid"},
    Wrapper{"chrt", Runs::Command, 1, "TPDp", "sched-runtime sched-period sched-deadline pid"},
    Wrapper{"taskset", Runs::Command, 1},
    Wrapper{"setarch", Runs::Command, 1},
    Wrapper{"numactl", Runs::Command, 0, "iNCmpPlSLTFo", "interleave cpunodebind physcpubind membind preferred"},
    Wrapper{"prlimit", Runs::Command, 0, "po", "pid output"},
    Wrapper{"runcon", Runs::Command, 0, "turlc", "type user role range"},
    Wrapper{"cgexec", Runs::Command, 0, "g"},
    Wrapper{"chroot", Runs::Command, 1, "", "userspec groups", "", InputIsCode},
    Wrapper{"unshare", Runs::Command, 0, "RwSG",
            "root wd setuid setgid propagation setgroups map-user map-group map-users "
            "map-groups monotonic boottime",
            "", InputIsCode},
    Wrapper{"nsenter", Runs::Command, 0, "tSG", "target setuid setgid", "", InputIsCode},
    Wrapper{"ip netns exec", Runs::Command, 1},
    Wrapper{"systemd-run", Runs::Command, 0, "puHMEt",
            "unit property description slice uid gid nice working-directory "
            "setenv on-active on-boot on-startup on-unit-active on-calendar timer-property host machine",
            "", InputIsCode},
    Wrapper{"start-stop-daemon", Runs::Command, 0, "apnxuugcsRdrNPIkmK",
            "pidfile name user group chuid signal retry chdir "
            "chroot nicelevel procsched iosched umask",
            "ax|exec", AnyPlace},
    Wrapper{"firejail", Runs::Command},
    Wrapper{"bwrap", Runs::Command, 0, "",
            "bind ro-bind dev-bind symlink setenv unsetenv chdir dev proc tmpfs dir uid gid "
            "hostname args seccomp file bind-data ro-bind-data lock-file exec-label"},
    Wrapper{"proot", Runs::Command, 0, "rbqwvikR", "rootfs bind qemu pwd cwd kernel-release"},
    Wrapper{"faketime|datefudge", Runs::Command, 1, "f"},
    Wrapper{"capsh", Runs::Nothing, 0, "", "", "c|", AnyPlace},

    // Those that look at a running program
    Wrapper{"strace", Runs::Command, 0, "aeEIoOpPsSuUXb",
            "columns attach output trace signal quiet user env interruptible"},
    Wrapper{"ltrace", Runs::Command, 0, "aeluFnoDpsSxAw", "align config debug indent library output user where"},
    Wrapper{"valgrind|heaptrack|uftrace|scan-build|intercept-build|rr record|rr", Runs::Command, 0, "o"},
    Wrapper{"bear", Runs::Command, 0, "o", "output config"},
    Wrapper{"perf stat|perf record|perf trace", Runs::Command, 0, "eporICGDFdmscxrju", "event output pid"},
    Wrapper{"gdb", Runs::Command, 0, "pxdns", "command pid directory symbols exec core",
            "|ex eval-command iex init-eval-command"},
    Wrapper{"rlwrap", Runs::Command, 0, "bcCdDefgHlmopqSstz"},
    Wrapper{"script", Runs::Nothing, 0, "ETmBIOto",
            "echo timing log-timing logging-format log-in log-out log-io output-limit", "c|command",
            AnyPlace | InputIsCode},
    Wrapper{"expect", Runs::Nothing, 0, "", "", "c|", AnyPlace | InputIsCode},
    Wrapper{"flock", Runs::Command, 1, "wE", "timeout wait conflict-exit-code", "c|command", AnyPlace},
    Wrapper{"watch", Runs::Code, 0, "nq", "interval equexit"},
    Wrapper{"entr", Runs::Command, 0, "", "", "s|", 0},
    Wrapper{"watchexec", Runs::Code, 0, "weifdsWov", "watch exts filter ignore debounce signal workdir shell env"},
    Wrapper{"nodemon", Runs::Nothing, 0, "weid", "watch ext ignore delay", "x|exec", AnyPlace},
    Wrapper{"hyperfine", Runs::EachCode, 0, "wmMrPDLsnSu",
            "warmup min-runs max-runs runs parameter-scan parameter-list "
            "command-name shell style export-json export-csv export-markdown output input time-unit",
            "pcC|prepare cleanup setup conclude", AnyPlace},
    Wrapper{"concurrently", Runs::EachCode, 0, "npcml", "names prefix prefix-colors max-processes"},
    Wrapper{"at|batch", Runs::Nothing, 0, "qft", "", "", AnyPlace | InputIsCode},
    Wrapper{"crontab", Runs::Command, 0, "u", "", "", InputIsCode},

    // Lists of arguments
    Wrapper{"xargs|gxargs", Runs::Command, 0, "adEILnPs",
            "arg-file delimiter max-args max-procs max-chars process-slot-var", "", InputAppends | Replaces},
    Wrapper{
        "parallel", Runs::Code, 0, "jaIEdLnNPSCslMHk",
        "jobs max-procs arg-file delimiter max-args max-replace-args "
        "max-lines sshlogin colsep results joblog timeout delay retries tmpdir workdir wd basefile load memfree nice "
        "env halt shuf tagstring",
        "", InputAppends | Replaces | ArgumentLists},
    Wrapper{"zargs", Runs::Command, 0, "", "", "", DashDash},
    Wrapper{"run-parts"},

    // Other machines, other boxes
    Wrapper{"ssh|autossh|slogin", Runs::Code, 1, "BbcDEeFIiJLlmMOopPQRSWw", "", "", InputIsCode},
    Wrapper{"mosh", Runs::Command, 1, "p", "ssh server client", "", InputIsCode},
    Wrapper{"sshpass", Runs::Command, 0, "pfdP"},
    Wrapper{"rsh|remsh", Runs::Code, 1, "l"},
    Wrapper{"pdsh|clush|dsh", Runs::Code, 0, "wxgful"},
    Wrapper{"pssh|parallel-ssh", Runs::Code, 0, "hHlpoetOxg"},
    Wrapper{"ansible", Runs::Nothing, 1, "imuMfekolP", "", "a|args", AnyPlace},
    Wrapper{"docker exec|podman exec|nerdctl exec|docker container exec|podman container exec", Runs::Command, 1, "euw",
            "env env-file user workdir detach-keys"},
    Wrapper{"docker compose exec|docker-compose exec|podman-compose exec|docker compose run|docker-compose run",
            Runs::Command, 1, "euwvpl", "env user workdir index volume publish name label"},
    Wrapper{"docker run|podman run|nerdctl run|docker container run|docker create|podman create", Runs::Command, 1,
            "aceuwvplmh",
            "add-host attach cap-add cap-drop cpus cpu-shares device dns env env-file expose gpus "
            "group-add hostname init-path ip ipc isolation label link log-driver log-opt mac-address memory mount name "
            "network net pid platform publish pull restart runtime security-opt shm-size stop-signal tmpfs ulimit user "
            "userns "
            "volume volumes-from workdir",
            "|entrypoint", 0},
    Wrapper{"kubectl exec|oc exec|k exec|oc rsh|kubectl debug", Runs::Command, 1, "cnfl",
            "container namespace filename context "
            "kubeconfig image pod-running-timeout"},
    Wrapper{"lxc exec|lxc-attach|incus exec|machinectl shell", Runs::Command, 1, "neuc", "name env user cwd"},
    Wrapper{"vagrant ssh|vagrant winrm|multipass exec|gcloud compute ssh|fly ssh console|heroku run", Runs::Code, 0,
            "C", "", "c|command", AnyPlace},
    Wrapper{"nix-shell", Runs::Nothing, 0, "pAIE", "", "|run command", AnyPlace | InputIsCode},
    Wrapper{"nix shell|nix develop|nix run|nix-env", Runs::Nothing, 0, "", "", "c|command", AnyPlace | TakesOptionRest},
    Wrapper{
        "guix shell|guix environment|toolbox run|flatpak run|flatpak-spawn|snap run|distrobox enter|distrobox-enter|"
        "op run|doppler run|infisical run|aws-vault exec|chamber exec|teller run|mise exec|mise x|devbox run|"
        "envchain|with-contenv|gnome-terminal|wezterm start|fab",
        Runs::Command, 0, "c", "command", "", DashDash},
    Wrapper{"wsl|wsl.exe", Runs::Command, 0, "du", "distribution user cd"},
    Wrapper{"xterm|urxvt|st|konsole|alacritty|xfce4-terminal|lxterminal|foot|kitty|mate-terminal|terminator",
            Runs::Nothing, 0, "", "", "", TakesOptionRest},
    Wrapper{"xvfb-run", Runs::Command, 0, "nefpsw", "server-num error-file auth-file xauth-protocol server-args wait"},
    Wrapper{"tmux new|tmux new-session|tmux neww|tmux new-window|tmux splitw|tmux split-window|tmux respawn-pane|"
            "tmux respawnp|tmux respawn-window",
            Runs::Code, 0, "ceFlnpstxy"},
    Wrapper{"tmux popup|tmux display-popup", Runs::Code, 0, "bcdehsStTwxy"},
    Wrapper{"tmux send-keys|tmux send|tmux run|tmux run-shell|tmux pipe-pane|tmux pipep", Runs::Code, 0, "ctdN"},
    Wrapper{"tmux if|tmux if-shell", Runs::EachCode, 0, "t"},
    Wrapper{"screen", Runs::Command, 0, "cehpsStT"},
    Wrapper{"stuff", Runs::OneCode},  // a command of screen's own: keys for a window
    Wrapper{"dtach|abduco", Runs::Command, 0, "nAce"},
    Wrapper{"mpirun|mpiexec|srun", Runs::Command, 0, "nNpcwtHJ", "np ntasks hostfile host partition"},
    Wrapper{"sbatch", Runs::Command, 0, "nNpcwtJo", "", "|wrap", 0},

    // Runners of packages and environments
    Wrapper{"npx|bunx|pnpx|uvx", Runs::Command, 0, "pw", "package workspace from with python", "c|call", 0},
    Wrapper{"npm exec|npm x|pnpm exec|pnpm dlx|yarn exec|yarn dlx|bun x", Runs::Command, 0, "pw", "package workspace",
            "c|call", 0},
    Wrapper{
        "uv run|uv tool run|pipx run|poetry run|pipenv run|pdm run|rye run|hatch run|bundle exec|rbenv exec|pyenv exec|"
        "nodenv exec|asdf exec|conda run|mamba run|micromamba run|direnv exec|volta run|fnm exec|nvm exec|nvm "
        "run|coverage run",
        Runs::Command, 0, "npe", "name prefix with python package extra group env-file project directory node"},
    Wrapper{"cargo watch", Runs::Nothing, 0, "wid", "", "xs|exec shell", AnyPlace},
    Wrapper{"sops exec-env|sops exec-file", Runs::Code, 1},

    // Options of everyday programs that run something
    Wrapper{"git rebase", Runs::Nothing, 0, "sX", "strategy onto", "x|exec", AnyPlace},
    Wrapper{"git bisect run"},
    Wrapper{"git submodule foreach|git for-each-repo", Runs::Code},
    Wrapper{"git filter-branch", Runs::Nothing, 0, "", "",
            "|env-filter tree-filter index-filter parent-filter msg-filter commit-filter tag-name-filter setup",
            AnyPlace},
    Wrapper{"git difftool|git mergetool", Runs::Nothing, 0, "t", "tool", "x|extcmd", AnyPlace},
    Wrapper{"git grep", Runs::Nothing, 0, "efABCm", "", "O|open-files-in-pager", AnyPlace},
    Wrapper{"git clone", Runs::Nothing, 0, "objc", "origin branch depth jobs config", "u|upload-pack", AnyPlace},
    Wrapper{"git fetch|git pull|git ls-remote|git fetch-pack|git archive", Runs::Nothing, 0, "o", "",
            "|upload-pack exec", AnyPlace},
    Wrapper{"git push|git send-pack", Runs::Nothing, 0, "o", "", "|receive-pack exec", AnyPlace},
    Wrapper{
        "tar|gtar|bsdtar", Runs::Nothing, 0, "fCbgHKLNTVX", "file directory",
        "IF|to-command checkpoint-action use-compress-program info-script new-volume-script rsh-command rmt-command",
        AnyPlace},
    Wrapper{"rsync", Runs::Nothing, 0, "fTBM", "", "e|rsh rsync-path", AnyPlace},
    Wrapper{"scp|sftp", Runs::Nothing, 0, "BbcDFiJloPRs", "", "S|", AnyPlace},
    Wrapper{"zip", Runs::Nothing, 0, "bnt", "", "|TT unzip-command", AnyPlace},
    Wrapper{"man", Runs::Nothing, 0, "CLMeEmRrSsTp", "", "PH|pager html", AnyPlace},
    Wrapper{"split|gsplit", Runs::Nothing, 0, "abClnt", "", "|filter", AnyPlace},
    Wrapper{"sort|gsort", Runs::Nothing, 0, "kotST", "", "|compress-program", AnyPlace},
    Wrapper{"rg", Runs::Nothing, 0, "efgmtTABCjMr", "", "|pre hostname-bin", AnyPlace},
    Wrapper{"ag|ack|bat|batcat|delta", Runs::Nothing, 0, "", "", "|pager", AnyPlace},
    Wrapper{"nc|ncat|netcat", Runs::Nothing, 0, "gGIiLlmMOPpqsTVwXx", "", "ec|exec sh-exec lua-exec", AnyPlace},
    Wrapper{"fzf|sk", Runs::Nothing, 0, "fqnd", "", "|preview bind execute", AnyPlace},
    Wrapper{"tcpdump", Runs::Nothing, 0, "BcCDEFGiIjmMQrsTVWwyZ", "", "z|postrotate-command", AnyPlace},
    Wrapper{"su-to-root|gksu|kdesu|gksudo", Runs::Code, 0, "u", "", "c|", AnyPlace},
};

constexpr std::array programs{
    SubcommandProgram{"git", "Cc", "git-dir work-tree namespace config-env super-prefix attr-source"},
    SubcommandProgram{"docker|podman|nerdctl|docker-compose|podman-compose", "cHlfp",
                      "config context host log-level tlscacert tlscert tlskey connection url file project-name profile "
                      "project-directory env-file"},
    SubcommandProgram{"kubectl|oc|k|helm", "nsv",
                      "namespace context cluster kubeconfig user server token as request-timeout"},
    SubcommandProgram{"npm|pnpm|yarn|bun", "Cw", "prefix workspace cwd dir filter userconfig registry"},
    SubcommandProgram{"cargo", "CZ", "color config"},
    SubcommandProgram{"go", "C", ""},
    SubcommandProgram{"tmux", "cfLST", ""},
    SubcommandProgram{"systemctl|journalctl|machinectl|loginctl", "HMtpn", "host machine type property state signal"},
    SubcommandProgram{"apt|apt-get|aptitude", "oct", "option config-file target-release"},
    SubcommandProgram{"pip|pip3|uv|poetry|pipenv|conda|mamba|bundle|nix|lxc|ip|gh|glab|aws|gcloud|az|terraform|vagrant",
                      "Cn", "directory project log proxy region profile subscription output"},
    SubcommandProgram{"svn|hg|jj|brew|dnf|yum|zypper|pacman|snap|flatpak|rustup|deno|dotnet|mvn|gradle|perf|sops", "R",
                      ""},
};

}  // namespace

std::span<const Wrapper> wrapper_table() { return wrappers; }
std::span<const SubcommandProgram> subcommand_programs() { return programs; }

}  // namespace termhost::approval
