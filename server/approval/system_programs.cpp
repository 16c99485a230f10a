#include "approval/system_programs.hpp"

namespace termhost::approval {
namespace {

constexpr std::uint32_t reads = ReadOnly;
constexpr std::uint32_t reads_any = ReadOnly | AnyOption;
constexpr std::uint32_t tells = ReadOnly | AnyOption | NamesOnly;
constexpr std::uint32_t says = ReadOnly | AnyOption | TextOperands;

// By the manuals of GNU, util-linux, BSD and busybox: an option stands here only if it is harmless in all of them.
constexpr std::array rows{
    // Builtins. Those that need more than a row have a reader of their own: builtin_words.cpp
    ProgramRow{":|true|false", "", says | Effectless},
    ProgramRow{"echo", "", says},
    ProgramRow{"pwd|times", "-LP", reads, 0},
    ProgramRow{"cd|chdir", "-LPe", reads | NamesOnly, 1},
    ProgramRow{"break|continue|return|exit", "", reads | TextOperands | Effectless, 1},
    ProgramRow{"test|[", "", says},
    ProgramRow{"printf", "", says},
    ProgramRow{"print", "", says},
    ProgramRow{"read", "-rsAE -a: -p: -d: -n:# -N:# -t:# -u:# -k?# -P: --prompt= -l --line -z --null -L",
               reads | TextOperands},
    ProgramRow{"local", "", reads | AnyOption | TextOperands | Effectless},
    ProgramRow{"export", "", reads | TextOperands | Effectless},
    ProgramRow{"unset", "-vf", reads | TextOperands},
    ProgramRow{"set", "", reads | AnyOption | TextOperands | Effectless},
    ProgramRow{"setopt|unsetopt|shopt", "", reads | AnyOption | TextOperands | Effectless},
    ProgramRow{"shift", "", reads | TextOperands | Effectless, 1},
    ProgramRow{"type|whence|where", "", says},
    ProgramRow{"string",
               "-eiqrvamnlf --entire --ignore-case --quiet --regex --invert --all --max-matches= --fields= -c: "
               "--chars= -l --left -r --right --length= --no-empty --index -s:~ --start=~ --end=~",
               reads | TextOperands},
    ProgramRow{"count", "", says},
    ProgramRow{"contains", "-i --index", reads | TextOperands},
    ProgramRow{"math", "-s:~ --scale=~", reads | TextOperands},
    ProgramRow{"status", "", reads | TextOperands, 1},
    ProgramRow{"jobs", "-lprs", reads, 0},
    ProgramRow{"wait", "", reads, 0},
    ProgramRow{"umask|ulimit", "-aHSclnstv", reads, 0},

    // Files, their names and their places
    ProgramRow{"ls|dir|vdir|stat|du|df|realpath|readlink|pathchk", "", tells},
    ProgramRow{"basename|dirname", "", says},
    ProgramRow{"file", "-bihLkrs0v -F: --brief --mime --mime-type --mime-encoding --dereference", reads | NamesOnly},
    ProgramRow{"which|whereis", "-asbm", reads | TextOperands},
    ProgramRow{"tree",
               "-adfilrtvxpsughDFCnASQN -L:~ -I: -P: --noreport --dirsfirst --gitignore --du --prune "
               "--filelimit=~ --inodes --device --matchdirs --ignore-case --charset=~ --sort=~ --filesfirst --si",
               reads | NamesOnly},
    ProgramRow{
        "find|gfind",
        "-HLPE +O1 +O2 +O3 +name: +iname: +path: +ipath: +wholename: +iwholename: +regex: +iregex: +regextype: "
        "+type: +xtype: +maxdepth: +mindepth: +mtime: +atime: +ctime: +mmin: +amin: +cmin: +newer: +anewer: "
        "+cnewer: +newermt: +newerct: +newerat: +size: +empty +perm: +user: +group: +uid: +gid: +nouser +nogroup "
        "+links: +inum: +samefile: +lname: +ilname: +readable +writable +executable +depth +d +mount +xdev "
        "+follow +daystart +prune +quit +print +print0 +printf: +ls +not +a +and +o +or +true +false +used: "
        "+noleaf +fstype: +ignore_readdir_race +warn +nowarn +context:",
        reads | NamesOnly},
    ProgramRow{"fd|fdfind",
               "-HIusigFaplLh0q1 -t: -e: -E: -d:~ -S: -c:~ -j:~ -o: --hidden --no-ignore --no-ignore-vcs "
               "--case-sensitive --ignore-case --glob --fixed-strings --absolute-path --list-details --follow "
               "--full-path --print0 --max-depth=~ --min-depth=~ --exact-depth=~ --type= --extension= "
               "--exclude= --size= --changed-within= --changed-before= --owner= --color=~ --threads=~ "
               "--max-results=~ --quiet --prune --strip-cwd-prefix --base-directory=",
               reads | NamesOnly | Pattern},
    ProgramRow{"mkdir", "-pv -m:~ --parents --verbose --mode=~", 0},
    ProgramRow{"touch", "-acmh -d: -r: -t:~ --date= --no-create --reference= --time=~", 0},
    ProgramRow{"cp|mv",
               "-abdfHilLnprRTuvPx -S:~ --archive --force --interactive --no-clobber --recursive --update --verbose "
               "--preserve --preserve=~ --parents --no-target-directory --dereference --no-dereference",
               0},
    ProgramRow{"ln", "-sfnvrTb --symbolic --force --relative --verbose --no-dereference", 0},
    ProgramRow{"rm", "-rRfivdI --recursive --force --verbose --dir --one-file-system --interactive --preserve-root", 0},
    ProgramRow{"rmdir", "-pv --parents --verbose --ignore-fail-on-non-empty", 0},
    ProgramRow{"chmod", "-Rvcf --recursive --verbose --changes --silent --quiet", 0},

    // Text
    ProgramRow{"cat|tac|head|tail|nl|rev|fold|fmt|expand|unexpand|paste|join|comm|column|cut|pr|tsort|cmp|diff|"
               "md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|cksum|sum|base32|basenc|od|hexdump|hd",
               "", reads_any},
    ProgramRow{"base64", "-dDi -w:~ --decode --wrap=~ --ignore-garbage", reads},
    ProgramRow{"wc", "", tells},
    ProgramRow{"tr|seq|expr|factor|numfmt|sleep|gsleep", "", says},
    ProgramRow{"grep|egrep|fgrep", "", reads_any | Pattern},
    ProgramRow{
        "rg",
        "-abcFhHiIlLnNoPpqsSUvVwx0 -A:~ -B:~ -C:~ -e:\" -f: -g: -m:~ -M:~ -t:~ -T:~ -j:~ -r:\" -d:~ --color=~ "
        "--colors= "
        "--files --files-with-matches --files-without-match --glob= --iglob= "
        "--ignore-case --smart-case --case-sensitive --line-number --no-line-number --with-filename --no-filename "
        "--no-heading --heading --count --count-matches --only-matching --max-count=~ --max-columns=~ --max-depth=~ "
        "--max-filesize=~ --context=~ --after-context=~ --before-context=~ --type=~ --type-not=~ --type-list "
        "--fixed-strings --word-regexp --line-regexp --multiline --multiline-dotall --pcre2 --json --stats --sort=~ "
        "--sortr=~ --vimgrep --column --invert-match --quiet --text --trim --passthru --replace=\" --regexp=\" --null "
        "--follow --version --no-messages --no-config --debug --pretty --one-file-system --threads=~",
        reads | Pattern, 255, "-u. --hidden --no-ignore --no-ignore-vcs --unrestricted"},
    ProgramRow{"ag|ack", "-ilLnvwcQsSaRrG -A:~ -B:~ -C:~ -m:~ --hidden --nocolor --nogroup --ignore= --ignore-case",
               reads | Pattern},
    ProgramRow{
        "sort|gsort",
        "-bdfghiMnRrVCcmsuz -k: -t: -S:~ --key= --field-separator= --reverse --numeric-sort --general-numeric-sort "
        "--human-numeric-sort --month-sort --version-sort --unique --stable --check --ignore-case "
        "--ignore-leading-blanks "
        "--dictionary-order --zero-terminated --merge --parallel=~ --sort=~ --random-sort --debug",
        reads},
    ProgramRow{"uniq|guniq",
               "-cdDiuz -f:~ -s:~ -w:~ --count --repeated --unique --ignore-case --skip-fields=~ --skip-chars=~ "
               "--check-chars=~ --zero-terminated --all-repeated --all-repeated=~ --group --group=~",
               reads, 1},
    ProgramRow{"xxd", "-abeipuE -c:~ -g:~ -l:~ -s:~ -o:~", reads, 1},
    ProgramRow{"strings|nm|objdump|readelf|size|c++filt|addr2line",
               "-aAdDfghlprsStTuwxzCW -n:~ -j: -M:~ -e: --demangle "
               "--all-headers --disassemble --section= --syms --dynamic --defined-only --undefined-only --line-numbers "
               "--wide --radix=~ --bytes=~ --headers --symbols --relocs",
               reads | Remote | Responses},
    ProgramRow{"shuf", "-ezr -n:~ -i:~ --echo --head-count=~ --input-range=~ --repeat --zero-terminated", reads},
    ProgramRow{"iconv", "-cl -f:~ -t:~ --from-code=~ --to-code=~ --list", reads},
    ProgramRow{"split|gsplit",
               "-d -l:~ -b:~ -n:~ -a:~ --lines=~ --bytes=~ --number=~ --numeric-suffixes --additional-suffix=~", 0},
    ProgramRow{"sed|gsed",
               "-nEruszl? -e:\" --quiet --silent --regexp-extended --expression=\" --separate --unbuffered "
               "--null-data --sandbox --posix --debug",
               reads | Pattern},
    ProgramRow{"awk|gawk|mawk|nawk|original-awk",
               "-F:\" -v:\" --field-separator=\" --assign=\" --posix --traditional --re-interval",
               reads | Pattern | OptionsFirst},
    ProgramRow{
        "jq|gojq|jaq",
        "-cCMrRjaSsneh --compact-output --color-output --monochrome-output --raw-output --raw-input --join-output "
        "--ascii-output --sort-keys --slurp --null-input --exit-status --tab --indent=~ --unbuffered --seq --stream "
        "--args --jsonargs --arg= --argjson= --version --help",
        reads | Pattern},
    ProgramRow{
        "yq",
        "-rcejMCPNn -p:~ -o:~ -I:~ --raw-output --compact-output --no-colors --colors --null-input --exit-status "
        "--prettyPrint --output-format=~ --input-format=~ --no-doc --indent=~ --unwrapScalar",
        reads | Pattern},
    ProgramRow{
        "bat|batcat",
        "-pnAuPfS -l:~ -r:~ -H:~ --plain --number --language=~ --line-range=~ --style=~ --color=~ --decorations=~ "
        "--paging=~ --theme=~ --tabs=~ --wrap=~ --show-all",
        0},
    ProgramRow{"less|more|man|info", "", Commanded, 0},
    ProgramRow{"ed|red|ex|vi|vim|nvim|view|gvim|vimdiff|nano|emacs|emacsclient", "", Commanded, 0},

    // The machine and its processes
    ProgramRow{"whoami|id|groups|logname|nproc|uptime|free|tty|w|lsb_release|lscpu|lsblk|vmstat|getconf|locale", "",
               says},
    ProgramRow{
        "uname",
        "-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --operating-system",
        reads, 0},
    ProgramRow{
        "date",
        "-uR -I?~ -d: -r: --date= --utc --universal --iso-8601 --iso-8601=~ --rfc-3339=~ --rfc-email --reference=",
        reads | NoDashFirst | TextOperands, 1},
    ProgramRow{"hostname", "-fiIsdAy", reads, 0},
    ProgramRow{"ps", "-efAaxulFjwLTHN -o:~ -p:~ -C:~ -u:~ -g:~ --no-headers --sort=~ --forest --pid=~ --ppid=~",
               reads | TextOperands},
    ProgramRow{"pgrep|pidof|pstree", "", says},
    ProgramRow{"who|users", "-abdHlmpqrstTuw", reads},
    ProgramRow{"lsof", "-nPtlaR -i? -s? -p:~ -c:~ -u:~ -d:~", reads | TextOperands, 0, "", "-n -nP -Pn -nPi"},
    ProgramRow{"ss", "-tulnpaxsewiom460", reads, 0, "-r"},
    ProgramRow{"netstat", "-tulnpaxsewio46r", reads, 0, "",
               "-an -ln -nl -ltn -lnt -tln -tlnp -tlpn -ltnp -lntp -plnt -pltn "
               "-nlpt -tnlp -tulpn -tulnp -tunlp -plunt -anp -tan -nr -rn"},
    ProgramRow{"kill", "-l -s:~ -n:~ -1 -2 -9 -15 +TERM +KILL +INT +HUP +QUIT +SIGTERM +SIGKILL +SIGINT +0", 0},
    ProgramRow{"top|htop", "-bcH -n:~ -d:~ -p:~ -u:~ -o:~", reads, 0, "", "-b -bn -bn1 -bn2 -bcn1"},
    ProgramRow{"systemctl", "--no-pager --user --all -a -l --full --type=~ --state=~ -n:~", Subcommands},
    ProgramRow{"systemctl status|systemctl is-active|systemctl is-enabled|systemctl is-failed|systemctl list-units|"
               "systemctl list-unit-files|systemctl list-timers",
               "--no-pager --user --all -a -l --full --type=~ --state=~ -n:~ --failed", reads | TextOperands},
    ProgramRow{"systemctl show|systemctl cat", "--no-pager --user --all -a -l --full -p:~", 0},
    ProgramRow{"journalctl",
               "-xerfkq -u: -n:~ -p:~ -b? -S: -U: -o:~ -t:~ --no-pager --since= --until= --unit= --lines=~ --output=~ "
               "--follow --user "
               "--boot --priority=~ --grep= --reverse",
               0},
    ProgramRow{"dmesg", "-HTxtkurl? --human --ctime --kernel --level=~", 0},
    ProgramRow{"sysctl", "-anNe --all", NoAssignment},
    ProgramRow{"ip", "-46sdhjpo --json --brief +br +c", Subcommands},
    ProgramRow{"ip addr|ip a|ip address|ip link|ip route|ip r|ip neigh", "", TextOperands, 1},
    ProgramRow{"env|genv", "-i -u:~ --ignore-environment --unset=~", Wraps | Assigns | OptionsFirst, 0},
    ProgramRow{"printenv", "", reads | TextOperands},
    ProgramRow{"tput|stty", "-a", reads | TextOperands, 1, "", "cols lines colors size -a"},

    // Wrappers that change nothing but time, priority and buffers
    ProgramRow{"timeout|gtimeout", "-fpv -k:~ -s:~ --kill-after=~ --signal=~ --preserve-status --foreground --verbose",
               Wraps | OptionsFirst, 1},
    ProgramRow{"nice|gnice", "-n:~ --adjustment=~ -0123456789", Wraps | OptionsFirst, 0},
    ProgramRow{"time|gtime", "-pv -f: --portability --verbose --format=", Wraps | OptionsFirst, 0},
    ProgramRow{"stdbuf|gstdbuf", "-i:~ -o:~ -e:~ --input=~ --output=~ --error=~", Wraps | OptionsFirst, 0},
    ProgramRow{"nohup|setsid|noglob|nocorrect|command|builtin", "", Wraps | OptionsFirst, 0},
    ProgramRow{"not|and|or", "", Wraps | OptionsFirst, 0},
    ProgramRow{"ionice", "-c:~ -n:~ -t", Wraps | OptionsFirst, 0},
    ProgramRow{"xargs|gxargs",
               "-0rtx -d: -I: -n:~ -L:~ -P:~ -s:~ --null --no-run-if-empty --verbose --max-args=~ --max-procs=~ "
               "--max-lines=~ --delimiter= --replace= --exit",
               Wraps | OptionsFirst | AppendsWords, 0},

    // The net and archives: a rule allows the reaching out, not the writing
    ProgramRow{
        "curl",
        "-sSfLiIvkgGN46 -X:~ -H: -d: -u: -A: -m:~ -b: -e: -o:! -w:^ --output=! --write-out=^ --silent --show-error "
        "--fail --location --head --include --verbose --insecure --get --compressed --http1.1 --http2 --ipv4 --ipv6 "
        "--max-time=~ --connect-timeout=~ --retry=~ --retry-delay=~ --retry-connrefused --max-redirs=~ --request=~ "
        "--header= --data= --data-raw= --data-binary= --data-urlencode= --json= --user-agent= --url= --user= "
        "--no-progress-meter "
        "--fail-with-body --no-buffer --path-as-is --globoff",
        0},
    ProgramRow{"wget",
               "-qcSv -t:~ -T:~ -O:! --quiet --no-verbose --spider --server-response --timeout=~ --tries=~ --continue "
               "--header= --output-document=! --no-check-certificate",
               0},
    ProgramRow{"ping|ping6|dig|nslookup|host|whois|traceroute",
               "-46nq -c:~ -W:~ -w:~ -i:~ -t:~ +short +x:", TextOperands},
    ProgramRow{"ssh|scp|sftp|rsync",
               "-46aACnNqrtTvxXzPp -p:~ -l:~ --archive --verbose --compress --recursive --dry-run --progress --stats",
               Remote | NoAssignment | OptionsFirst, 0},
    ProgramRow{"tar|gtar|bsdtar",
               "-ctxuvzjJpkOmhS -f:@ -C: -X: --create --list --extract --verbose --gzip --bzip2 --xz --zstd --file=@ "
               "--directory= --exclude= --strip-components=~ --keep-old-files --no-same-owner --totals --wildcards "
               "--auto-compress",
               reads | Remote, 255, "", "t tf tvf tzf tzvf tvzf tjf tJf -t -tf -tvf -tzf -tzvf -tvzf -tjf -tJf --list"},
    ProgramRow{"zip", "-rqvjy9u -x: -i:", 0},
    ProgramRow{"unzip", "-lvqotpZ1 -d: -x:", reads, 255, "", "-l -lv -lq -v -t -Z -Z1"},
    ProgramRow{"zcat|xzcat|bzcat|zstdcat", "-fqv", reads},
    ProgramRow{"gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd", "-cdfkltvq123456789", reads, 255, "", "-l -lv -t -tv"},
    ProgramRow{"openssl", "", Subcommands},
    ProgramRow{"openssl version", "-a", reads | TextOperands, 0},
    ProgramRow{"sqlite3|sqlite|psql|mysql|mariadb", "", Commanded, 0},
    ProgramRow{"dd|vipw|gdb|lldb|ftp|telnet|gnuplot|nc|ncat|netcat|socat|tcpdump|nmap|fzf|sk|m4|dc|bc|rsh|ld|as|pandoc|"
               "hg|svn|crontab|"
               "pax|cpio|choom|setpriv|dpkg-architecture|script|expect|7z|7za|7zr|mc|tig|mutt|mail|mailx|ar|ranlib|"
               "sdiff|diff3|"
               "ul|look|pinfo|w3m|lynx|links|elinks|tclsh|perldoc|csplit|busybox|toybox|git-shell",
               "", Commanded, 0},
};

}  // namespace

std::span<const ProgramRow> system_programs() { return rows; }

}  // namespace termhost::approval
