#include "approval/suggestions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "approval/text.hpp"
#include "approval/unwrap.hpp"

namespace termhost::approval {
namespace {

/// Never: a rule for these would allow anything, or what cannot be undone. By kind: shells, interpreters, databases,
/// what runs others, what fetches, what writes whatever file it is told, what destroys, what rules the machine, editors
/// and pagers, builtins that change the shell, PowerShell's. In lower case.
constexpr std::string_view never =
    "sh bash zsh dash ash ksh mksh fish csh tcsh pwsh powershell cmd rbash nu busybox toybox "
    "python python2 python3 node nodejs perl ruby php lua luajit tclsh wish java jshell r rscript julia octave "
    "ocaml osascript ghci irb pry iex erl elixir scala groovy guile racket sbcl clisp awk gawk mawk nawk expect "
    "m4 bc dc gdb lldb tsx ts-node "
    "sqlite3 psql mysql mariadb mongosh redis-cli duckdb "
    "sudo doas su pkexec runuser run0 eval exec source . command builtin env xargs parallel nohup time timeout "
    "nice watch trap alias perf cpulimit wine nodemon daemon open xdg-open "
    "curl wget nc ncat netcat socat telnet ftp tftp lftp sftp ssh scp rsync mosh aria2c ansible "
    "tee cp mv ln install truncate patch sponge split csplit rename tar bsdtar unzip zip 7z cpio pax ar "
    "rm rmdir unlink shred wipe srm dd mkfs fdisk parted wipefs kill killall pkill chmod chown chgrp chattr "
    "setfacl mount umount crontab at batch systemd-run "
    "modprobe insmod rmmod sysctl swapoff dpkg rpm chsh shutdown reboot halt poweroff init iptables nft useradd "
    "userdel usermod passwd visudo "
    "vim vi nvim emacs nano ed ex less more man "
    "export set unset declare typeset readonly local read printf hash enable "
    "invoke-expression invoke-webrequest invoke-restmethod iwr irm start-process remove-item del erase rd ri "
    "set-content add-content clear-content out-file tee-object new-item copy-item move-item rename-item copy cpi "
    "move mi ren rni ni ac expand-archive export-csv stop-process set-executionpolicy";

/// Programs whose first operand is what they do: two words.
constexpr std::string_view with_subcommand =
    "git hg svn jj docker podman kubectl helm cargo rustup go npm pnpm yarn bun deno pip pip3 pipx uv poetry pdm "
    "conda mamba gem bundle composer apt apt-get dnf yum pacman brew port snap flatpak systemctl journalctl gh "
    "glab terraform tofu pulumi vagrant dotnet mvn gradle gradlew ./gradlew ./mvnw make gmake cmake ninja just "
    "task rake rails mix swift flutter dart zig stack cabal bazel buck nx turbo lerna ng vite next astro nuxt npx "
    "bunx pnpx uvx aws gcloud az fly heroku vercel netlify firebase supabase prisma php-artisan tmux screen "
    "pre-commit tox nox hatch rye mise asdf volta";

/// Programs whose subcommand has one of its own: three words.
constexpr std::string_view with_two_subcommands =
    "npm run|pnpm run|yarn run|bun run|npm run-script|yarn workspace|docker compose|docker container|docker "
    "image|docker volume|docker network|docker buildx|docker system|podman container|podman image|git stash|git "
    "remote|git worktree|git submodule|git bisect|git notes|git lfs|gh pr|gh issue|gh run|gh repo|gh workflow|gh "
    "release|glab mr|glab issue|kubectl get|kubectl describe|kubectl config|aws s3|aws ec2|gcloud compute|az "
    "vm|uv pip|uv tool|cargo nextest|go mod|go tool|rustup target|rustup toolchain|terraform state|terraform "
    "workspace|mise run|nx run|turbo run|deno task|composer run|poetry run|systemctl status";

/// Subcommands that set programs to run, or that destroy.
constexpr std::string_view never_subcommands =
    "git config|git clean|git reset|git filter-branch|git rm|git checkout|git restore|git push|docker run|docker "
    "exec|docker rm|docker rmi|docker system|podman run|podman exec|kubectl exec|kubectl delete|kubectl apply|npm "
    "exec|npm publish|npm config|cargo publish|cargo install|pip install|pip3 install|npm install-test|helm "
    "uninstall|terraform destroy|terraform apply|systemctl stop|systemctl disable|brew uninstall|apt "
    "remove|apt-get remove|apt purge|gh api|gh repo|aws s3|deno run|deno eval|bun x|yarn dlx|pnpm dlx";

bool listed_pair(std::string_view list, std::string_view first, std::string_view second) {
  const std::string wanted = std::string(first) + ' ' + std::string(second);
  while (!list.empty()) {
    const std::size_t bar = std::min(list.find('|'), list.size());
    if (list.substr(0, bar) == wanted) return true;
    list.remove_prefix(std::min(bar + 1, list.size()));
  }
  return false;
}

/// Plain enough to be the name of a subcommand, a script or a target.
bool is_name(const shell::ShellWord& word) {
  return word.known() && !word.text.empty() && is_name_start(word.text[0]) &&
         std::all_of(word.text.begin(), word.text.end(),
                     [](char c) { return is_name_char(c) || c == '-' || c == ':' || c == '@'; });
}

bool is_program(const shell::ShellWord& word) {
  const bool relative = word.text.starts_with("./") && word.text.find("..") == std::string::npos;
  const std::string_view name = relative ? std::string_view(word.text).substr(2) : std::string_view(word.text);
  return word.known() && !name.empty() && (is_name_char(name[0]) || name == "[") &&
         std::all_of(name.begin(), name.end(), [&](char c) {
           return is_name_char(c) || c == '-' || c == '+' || c == '.' || c == '[' || (relative && c == '/');
         });
}

}  // namespace

std::string safe_prefix(const shell::SimpleCommand& command) {
  const auto& words = command.words;
  if (words.empty() || !is_program(words[0])) return {};
  const std::string name = lower(program_name(words[0].text));
  if (listed(never, name) || name.starts_with("mkfs.") || name.starts_with("python")) return {};
  if (!listed(with_subcommand, name) && !listed(with_subcommand, words[0].text)) return words[0].text;
  if (words.size() < 2 || !is_name(words[1]) || listed_pair(never_subcommands, name, words[1].text)) return {};
  std::string prefix = words[0].text + ' ' + words[1].text;
  if (!listed_pair(with_two_subcommands, name, words[1].text)) return prefix;
  if (words.size() < 3 || !is_name(words[2])) return {};
  return prefix + ' ' + words[2].text;
}

}  // namespace termhost::approval
