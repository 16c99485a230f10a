#include "approval/programs/program_kinds.hpp"

#include <algorithm>
#include <string>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// Programs that take commands, in lower case and without a version: shells, interpreters, databases, editors and
/// pagers, debuggers, multiplexers, clients of other machines.
constexpr std::string_view commanded =
    "sh bash zsh dash ash ksh mksh oksh lksh fish csh tcsh yash nu elvish xonsh posh rc es pwsh powershell cmd rbash "
    "rksh rzsh busybox toybox git-shell "
    "python pythonw pypy ipython bpython ptpython jython micropython circuitpython graalpy conda-python jupyter "
    "node nodejs deno bun qjs quickjs d8 rhino jjs js mujs tsx ts-node esno jsc gjs "
    "perl ruby irb pry jruby truffleruby mruby php php-cgi psysh lua luajit texlua tclsh wish expect java javaw jbang "
    "jshell bsh "
    "groovy groovysh scala amm kotlin kotlinc clojure clj bb lein r rscript rterm julia octave octave-cli matlab "
    "maxima "
    "gp sage ocaml utop osascript ghci runghc runhaskell hugs iex erl elixir escript guile racket sbcl clisp ecl ccl "
    "scheme mit-scheme gosh chibi-scheme swipl gprolog forth gforth factor io nim-repl dart swift csi fsi fsharpi "
    "dotnet-script dotnet-fsi evcxr rust-script gore yaegi raku perl6 smalltalk gst awk gawk mawk nawk original-awk "
    "goawk m4 bc dc gdb lldb pdb jdb rdb dlv cgdb ed red ex vi vim nvim gvim view vimdiff rvim rview nvi elvis emacs "
    "emacsclient xemacs nano pico joe micro kak hx helix mg jed ne sqlite sqlite3 psql mysql mariadb mongo mongosh "
    "redis-cli duckdb sqlplus isql usql cqlsh influx clickhouse-client clickhouse less more most man info pg lynx w3m "
    "links elinks tig mc ranger nnn lf vifm mutt neomutt alpine mail mailx ftp lftp tftp sftp telnet ssh slogin "
    "autossh "
    "mosh rsh rlogin nc ncat netcat socat gnuplot tmux screen zellij dtach abduco script rlwrap at batch parallel "
    "xargs "
    "sudo su doas";

/// Programs that run others, fetch or install, destroy, use the network, change the machine, or write to any place.
constexpr std::string_view wide =
    "doas pkexec runuser run0 gosu su-exec eval exec source . command builtin env nohup time timeout nice ionice "
    "setsid "
    "stdbuf watch trap alias abbr function perf cpulimit wine nodemon daemon open xdg-open strace ltrace valgrind "
    "flock "
    "chroot unshare nsenter setpriv choom prlimit taskset chrt firejail bwrap systemd-run start-stop-daemon entr "
    "watchexec hyperfine concurrently npx bunx pnpx uvx pipx cross-env dotenv direnv just-run xvfb-run ld "
    "ld-linux "
    "curl wget aria2c httpie http https xh curlie scp rsync ansible ansible-playbook rclone nmap ping dig nslookup "
    "host "
    "whois traceroute tcpdump ngrok cloudflared gsutil s3cmd minio yt-dlp "
    "wsl vault op sops chezmoi doctl flyctl serverless sls pm2 forever act "
    "tee cp mv ln install truncate patch sponge split csplit rename tar bsdtar gtar unzip zip 7z 7za 7zr cpio pax ar "
    "rm rmdir unlink shred wipe srm dd mkfs fdisk parted wipefs kill killall pkill skill chmod chown chgrp chattr "
    "setfacl mount umount crontab modprobe insmod rmmod sysctl swapoff swapon dpkg rpm chsh shutdown reboot halt "
    "poweroff init telinit iptables ip6tables nft ufw useradd userdel usermod groupadd groupdel adduser deluser passwd "
    "visudo chpasswd hostname date timedatectl hostnamectl dropdb dropuser createdb createuser pg_restore pg_dump "
    "ldd pkgx eget n convert magick ffmpeg mill scala-cli fnm nix wasmtime wasmer skopeo twine streamlit uvicorn "
    "gunicorn corepack rvm nvm lvremove vgremove pvremove mdadm "
    "cryptsetup mysqladmin mysqldump mongorestore mongodump find fd fdfind git-filter-repo trash rimraf del-cli shx "
    "export set unset declare typeset readonly local read printf hash enable shopt setopt unsetopt emulate zmodload "
    "bind complete getopts mapfile readarray let cd pushd popd "
    "invoke-expression iex invoke-webrequest invoke-restmethod iwr irm start-process saps start remove-item del erase "
    "rd ri set-content add-content clear-content out-file tee-object new-item copy-item move-item rename-item copy cpi "
    "move mi ren rni ni ac sc expand-archive compress-archive export-csv export-clixml stop-process spps "
    "set-executionpolicy foreach-object foreach where-object set-alias new-alias sal nal import-module ipmo add-type "
    "new-object invoke-command icm invoke-item ii set-item si set-variable sv start-job sajb % ?";

std::string plain_name(std::string_view program) {
  std::string name = lower(base_name(program));
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  return name;
}

bool named(const NameSet& list, std::string_view name) { return list.has(name) || list.has(without_version(name)); }

}  // namespace

std::string_view without_version(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789.-_");
  return last == std::string_view::npos ? name : name.substr(0, last + 1);
}

bool takes_commands(std::string_view program) {
  static const NameSet names(commanded);
  const std::string name = plain_name(program);
  return named(names, name) || named(names, std::string_view(name).substr(0, name.find('-')));  // python3.11-dbg
}

bool is_too_wide(std::string_view program) {
  static const NameSet names(wide);
  const std::string name = plain_name(program);
  return takes_commands(program) || named(names, name) || name.starts_with("mkfs.") || name.starts_with("ld-");
}

std::string program_name(std::string_view word, shell::ShellKind shell) {
  const bool power = shell == shell::ShellKind::PowerShell;
  const std::size_t slash = word.find_last_of(power ? "/\\" : "/");  // also Module\Command
  std::string name(slash == std::string_view::npos ? word : word.substr(slash + 1));
  if (power) name = lower(name);
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  return name;
}

}  // namespace termhost::approval
