#include <array>

#include "approval/escape_hatches.hpp"

namespace termhost::approval {
namespace {

constexpr std::string_view writes = writes_a_file;
constexpr std::string_view parses = "changes how later commands are read";
constexpr std::string_view always = "takes commands from a person or a file, and some of them run programs";

// `--x` for options with two dashes, by the programs' manuals.
constexpr std::array hatches{
    // Builtins that change what names mean, or that evaluate their arguments a second time
    EscapeHatch{"set", "keyword", "", "k", "", "", parses},
    EscapeHatch{
        "setopt|unsetopt|emulate|disable|zmodload|autoload|zle|compdef|sched|zmv|add-zsh-hook|bindkey|vared|limit", "*",
        "", "", "", "", parses},
    EscapeHatch{"shopt", "extglob expand_aliases extdebug sourcepath execfail", "", "", "", "", parses},
    EscapeHatch{"enable", "", "", "f", "", "", "loads a builtin from a file"},
    EscapeHatch{"hash", "", "", "pd", "", "", parses},
    EscapeHatch{"fc", "*", "", "", "", "", "runs commands of the history", 255, true},
    EscapeHatch{"history", "", "", "s", "", "", parses},
    EscapeHatch{"complete|compgen", "", "", "CFW", "", "", parses},
    EscapeHatch{"bind", "*", "", "", "", "", parses},
    EscapeHatch{"functions", "", "copy", "cM", "", "", parses},
    EscapeHatch{"fish_add_path", "*", "", "", "", "", parses},
    EscapeHatch{"print", "", "", "vzsSpP", "", "", "sets a variable, the history or the next command line"},
    EscapeHatch{"foreach-object|%", "-m*"},
    EscapeHatch{
        "set-alias|new-alias|sal|nal|import-module|ipmo|add-type|invoke-wmimethod|invoke-cimmethod|invoke-history|ihy|"
        "new-object|set-executionpolicy|start-job|invoke-command|icm|set-item|si",
        "*", "", "", "", "", "can run anything"},

    // Searching
    EscapeHatch{"find|gfind|bfs", "-delete -exec* -ok* -fprint* -fls -execdir"},
    EscapeHatch{"fd|fdfind", "", "exec exec-batch", "xX", "edEtSocjp"},
    EscapeHatch{"rg", "", "pre hostname-bin", "", "efgmtTABCjMr"},
    EscapeHatch{"ag|ack|bat|batcat|delta", "", "pager"},
    EscapeHatch{"fzf|sk", "", "preview bind execute listen"},

    // Text
    EscapeHatch{"sort|gsort", "", "compress-program output files0-from", "o", "kotST"},
    EscapeHatch{"split|gsplit", "", "filter"},
    EscapeHatch{"tree", "", "", "o", "LPIo", "", writes},
    EscapeHatch{"shuf", "", "output", "o", "ino", "", writes},
    EscapeHatch{"xxd", "", "", "r", "closg", "", writes, 1},
    EscapeHatch{"uniq|guniq", "", "", "", "fsw", "", writes, 1},
    EscapeHatch{"iconv", "", "output", "o", "fto", "", writes},
    EscapeHatch{"yq", "", "inplace in-place", "i", "", "", writes},
    EscapeHatch{"m4|gm4", "", "", "", "", "syscmd esyscmd"},
    EscapeHatch{"dc", "", "", "", "", "!"},
    EscapeHatch{"less|more|most|ed|red|ex|rvim|rview|lesspipe|pg|lynx|w3m|links|elinks|tig|mc|ranger|nnn|lf|vifm|mutt|"
                "mail|mailx|"
                "ftp|telnet|gnuplot|irb|pry|info|jdb|pdb|rpm2cpio",
                "*", "", "", "", "", always},
    EscapeHatch{"vim|vi|nvim|gvim|view|vimdiff|gview|elvis|nvi", "+*", "cmd", "cSsuUeEwWV", "", "",
                "runs its editor commands"},
    EscapeHatch{"emacs|emacsclient|xemacs", "-f -l", "eval execute funcall load batch script", "flex", ""},
    EscapeHatch{"man", "", "pager html preprocessor troff-device", "PHC", "LMeEmRrSsp"},
    EscapeHatch{"pandoc", "", "filter lua-filter output pdf-engine", "FLo", "frtVMHBAT"},

    // Archives and copies
    EscapeHatch{"tar|gtar|bsdtar", "",
                "to-command checkpoint-action use-compress-program info-script new-volume-script rsh-command "
                "rmt-command",
                "IF", "fCbgHKLNTVX"},
    EscapeHatch{"zip", "-TT", "unzip-command TT", "T", "bnt"},
    EscapeHatch{"cpio|pax", "", "rsh-command to-stdout"},
    EscapeHatch{"rsync", "", "rsh rsync-path", "e", "fTBM"},
    EscapeHatch{"7z|7za|7zr", "-si* -so*"},
    EscapeHatch{"scp|sftp", "", "", "So", "BbcDFiJlPRs", "", "can run other programs"},
    EscapeHatch{"dd", "of=*", "", "", "", "", writes},

    // Version control
    EscapeHatch{"git", "", "exec-path config-env"},
    EscapeHatch{"git diff|git log|git show|git format-patch|git archive|git rev-list|git bundle", "", "output ext-diff",
                "", "USGCBMlnO", "", writes},
    EscapeHatch{"git grep", "", "open-files-in-pager ext-grep", "O", "efABCm"},
    EscapeHatch{"git clone|git fetch|git pull|git ls-remote|git push|git archive|git fetch-pack|git send-pack|git "
                "remote|git submodule",
                "", "upload-pack receive-pack exec template", "", "", "ext::"},
    EscapeHatch{"git rebase", "", "exec", "x", "sXS"},
    EscapeHatch{"git bisect", "run visualize view"},
    EscapeHatch{"git difftool|git mergetool|git filter-branch|git instaweb|git send-email|git hook|git for-each-repo",
                "*"},
    EscapeHatch{"git submodule", "foreach"},
    EscapeHatch{"git init|git clone", "", "template"},
    EscapeHatch{"hg", "", "config config-file", "", "R", "alias. hooks. ui.editor pager."},
    EscapeHatch{"svn", "", "config-option editor-cmd diff-cmd diff3-cmd config-dir", "", "rmF"},

    // Building
    EscapeHatch{"make|gmake|bmake", "", "eval", "EI", "CfjlooW"},
    EscapeHatch{"cmake", "-P -E -C", "", "P", "GDSBATU"},
    EscapeHatch{"gcc|g++|cc|c++|clang|clang++|tcc|gfortran",
                "-wrapper -specs* --specs* -fplugin* -B* -load -Xclang @*"},
    EscapeHatch{"ld|gold|lld|as", "-plugin* --plugin* -I @*"},
    EscapeHatch{"go", "-exec* --exec* -toolexec* --toolexec* -vettool* --vettool* -overlay* -C"},
    EscapeHatch{"go generate", "*"},
    EscapeHatch{"cargo", "", "config"},
    EscapeHatch{"npm|pnpm|yarn|bun", "", "script-shell shell node-options globalconfig userconfig"},
    EscapeHatch{"npm config|npm set|pnpm config|yarn config", "set"},
    EscapeHatch{"mvn|gradle|ant", "-Dexec* exec:*", "init-script", "I", "fP"},

    // The net and the machine
    EscapeHatch{"ssh|autossh", "", "", "oFEL", "BbcDIiJlmOpQRSWw", "", "can run other programs"},
    EscapeHatch{
        "curl", "",
        "config output remote-name dump-header cookie-jar trace trace-ascii stderr libcurl output-dir upload-file "
        "remote-name-all",
        "KOoDcT", "AbCdEeFHhmPQrtUuwXxyYz", "", "writes a file or reads its options from one"},
    EscapeHatch{"wget", "", "use-askpass execute config post-file output-document output-file input-file", "eOoi",
                "tTwPUDXIAR", "", "writes a file or runs other programs"},
    EscapeHatch{"nc|ncat|netcat", "", "exec sh-exec lua-exec", "ec", "gGIiLlmMOPpqsTVwXx"},
    EscapeHatch{"socat", "", "", "", "", "EXEC: SYSTEM: exec: system: SHELL: shell:"},
    EscapeHatch{"tcpdump", "", "postrotate-command", "zw", "BcCDEFGiIjmMQrsTVWyZ"},
    EscapeHatch{"nmap", "", "script interactive", "", "pToSsPDSe"},
    EscapeHatch{"openssl", "-engine -provider* -out -writerand", "", "", "", "", "writes a file or loads code"},
    EscapeHatch{"ip", "-batch -b -force netns", "batch"},
    EscapeHatch{"journalctl|systemctl", "edit", "", "", ""},
    EscapeHatch{"sqlite3|sqlite", "-cmd -init", "", "", "",
                ".shell .system .output .once .import .load .save .read writefile "
                "load_extension edit("},
    EscapeHatch{"psql", "", "", "fov", "cdhpUFRPT", "\\! \\o \\g| \\copy \\w PROGRAM program"},
    EscapeHatch{"mysql|mariadb", "", "pager tee execute-file init-command", "", "ehpPuDS",
                "\\! system OUTFILE outfile DUMPFILE dumpfile"},
    EscapeHatch{"gdb|lldb", "*", "", "", "", "", always},
    EscapeHatch{"strings|nm|objdump|readelf|ar|ranlib", "@*", "plugin"},
    EscapeHatch{"date", "", "set", "s", "dfrI"},
    EscapeHatch{"hostname", "", "file", "Fb"},
    EscapeHatch{"dmesg|ss", "", "clear read-clear kill", "cCK"},
    EscapeHatch{"sysctl", "", "write load system", "wp"},
    EscapeHatch{"crontab", "", "", "er", "u"},
};

}  // namespace

std::span<const EscapeHatch> escape_hatch_table() { return hatches; }

}  // namespace termhost::approval
