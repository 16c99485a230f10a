#include "approval/decision/hazards.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "approval/deny/command_analysis.hpp"
#include "approval/nested/unwrap.hpp"
#include "approval/places/paths.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"
#include "secrets/secret_text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using Words = std::span<const ShellWord>;

enum Hazard { Outside, Writes, Network, Privileged, Destructive, HiddenFile, Secret, PipedCode, Service, hazard_count };

constexpr std::array<std::string_view, hazard_count> hazard_names{
    "outside_workspace", "writes_file", "network",    "privileged", "destructive",
    "hidden_file",       "secret",      "piped_code", "service"};

struct Programs {
  Hazard hazard;
  std::string_view names;        ///< blank-separated
  std::string_view subcommands;  ///< `a b|c d`
};

constexpr std::array programs{
    Programs{Writes,
             "tee cp mv dd install ln touch mkdir truncate patch sponge rsync unzip out-file set-content add-content "
             "new-item "
             "copy-item move-item tee-object",
             "git apply|git checkout|git restore|git stash|git merge|git pull|git clone|npm install|npm ci|pip "
             "install|cargo add"},
    Programs{
        Network,
        "curl wget ssh scp sftp rsync nc ncat netcat socat telnet ftp ping dig nslookup host traceroute nmap aria2c "
        "httpie "
        "http xh mosh invoke-webrequest invoke-restmethod iwr irm",
        "git push|git pull|git fetch|git clone|git ls-remote|npm install|npm ci|npm publish|npm update|yarn "
        "install|yarn add|pnpm "
        "install|pnpm add|bun install|pip install|pip3 install|pip download|cargo install|cargo publish|cargo "
        "fetch|cargo "
        "update|npm view|npm outdated|npm audit|npm search|npm ping|npm whoami|npm login|pnpm outdated|pnpm view|yarn "
        "outdated|yarn "
        "npm|pip search|pip index|uv add|uv sync|uv pip|poetry add|poetry install|poetry update|bundle "
        "install|bundle update|composer install|composer update|composer require|cargo search|gh issue|gh repo|gh "
        "run|gh auth|gh release|gh workflow|terraform init|terraform apply|go get|go "
        "install|docker pull|docker push|docker login|apt update|apt install|apt-get update|apt-get "
        "install|brew install|gem install|gh api|gh pr|helm install|kubectl apply"},
    Programs{Service,
             "docker podman docker-compose kubectl systemctl service launchctl "
             "xdg-open open dbus-send notify-send tmux screen code cursor emacsclient vagrant minikube",
             ""},
    Programs{Privileged,
             "sudo doas su pkexec runuser run0 gosu setpriv nsenter chroot passwd visudo useradd userdel usermod", ""},
    Programs{
        Destructive,
        "rm rmdir unlink shred dd mkfs fdisk parted wipefs truncate kill killall pkill shutdown reboot halt poweroff "
        "remove-item stop-process clear-content format-volume",
        "git clean|git reset|git rm|git filter-branch|git restore|git checkout|git rebase|docker rm|docker rmi|docker "
        "system|docker volume|kubectl delete|helm uninstall|terraform destroy|npm unpublish|cargo clean|systemctl "
        "stop"},
};

/// The rows, by program or program and subcommand.
const std::unordered_map<std::string_view, std::vector<Hazard>>& hazards_of_programs() {
  static const auto all = [] {
    std::unordered_map<std::string_view, std::vector<Hazard>> hazards;
    for (const Programs& row : programs) {
      for_each_part(row.names, ' ', [&](std::string_view name) { hazards[name].push_back(row.hazard); });
      for_each_part(row.subcommands, '|', [&](std::string_view pair) { hazards[pair].push_back(row.hazard); });
    }
    return hazards;
  }();
  return all;
}

/// Programs that run the code that they read from a pipe, if no file is named.
constexpr std::string_view code_readers =
    "sh bash dash ash zsh ksh mksh fish busybox pwsh powershell python python3 perl ruby node deno bun php lua";

class Finder {
 public:
  Finder(const Question& question, const Policy& policy)
      : places_(question.cwd, question.workspace, policy.secret_files(), nullptr) {}

  void look(const shell::SimpleCommand& command, shell::ShellKind shell, int depth) {
    for (const shell::FileRedirection& redirection : command.redirections) {
      path(redirection.target.text);
      if (redirection.access == shell::FileRedirection::Access::Write) set(Writes);
      if (redirection.connects()) set(Network);
    }
    look({command.words, shell, command.input ? &*command.input : nullptr, command.piped}, depth);
  }

  void look(const CommandView& command, int depth) {
    if (depth > 0) looked_at_ += command.words.size();
    if (command.words.empty() || depth > max_wrapping || looked_at_ > max_wrapped_words) return;
    program(command);
    const Program* row = find_program(program_name(command.words[0].text, command.shell));
    if (row == nullptr || !row->has(TextOperands))  // `printf 'Password: '` names no file
      for (const ShellWord& word : command.words.subspan(1)) operand(word.text);
    if (command.words[0].text.starts_with("./") || command.words[0].text.starts_with("../"))
      path(command.words[0].text);
    for (const NestedCommand& inner : unwrap(command)) {
      if (inner.kind == NestedCommand::Kind::Command)
        look({inner.words, command.shell, command.input, command.piped}, depth + 1);
      if (inner.kind == NestedCommand::Kind::Code && depth < max_wrapping &&
          (looked_at_ += inner.code.size() / 8) < max_wrapped_words)
        for (const shell::SimpleCommand& one : shell::simple_commands(inner.code, inner.shell).commands)
          look(one, inner.shell, depth + 1);
    }
  }

  void set(Hazard hazard) { found_[hazard] = true; }

  /// The hazards found since the last call.
  [[nodiscard]] std::vector<std::string> take() {
    for (std::size_t i = 0; i < hazard_count; ++i) all_[i] = all_[i] || found_[i];
    return listed(std::exchange(found_, {}));
  }

  [[nodiscard]] std::vector<std::string> all() {
    (void)take();
    return listed(all_);
  }

 private:
  using Hazards = std::array<bool, hazard_count>;

  static std::vector<std::string> listed(const Hazards& hazards) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < hazard_count; ++i)
      if (hazards[i]) list.emplace_back(hazard_names[i]);
    return list;
  }

  void program(const CommandView& command) {
    const std::string name = lower(program_name(command.words[0].text, command.shell));
    const Subcommand sub = plain_subcommand(command.words);
    const std::string pair = sub.words.empty() ? std::string() : name + ' ' + sub.words[1].text;
    for (const std::string_view called : {std::string_view(name), std::string_view(pair)})
      if (const auto known = hazards_of_programs().find(called); known != hazards_of_programs().end())
        for (const Hazard hazard : known->second) set(hazard);
    const auto has = [&](std::string_view text) {
      return std::any_of(command.words.begin(), command.words.end(),
                         [&](const ShellWord& w) { return w.text == text; });
    };
    if (name == "find" && has("-delete")) set(Destructive);
    if (name == "npx" && (has("--yes") || has("-y"))) set(Network);  // it fetches what is not there
    if (name == "sed" && std::any_of(command.words.begin(), command.words.end(), [](const ShellWord& w) {
          return w.text.starts_with("-i") || w.text.starts_with("--in-place");
        }))
      set(Writes);
    if (name == "git" && (has("--force") || has("-f") || has("--hard"))) set(Destructive);
    if (name.starts_with("mkfs")) set(Destructive);
    static const NameSet readers(code_readers);
    if (command.piped && readers.has(name)) set(PipedCode);
  }

  void operand(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (text.starts_with('-') && equals == std::string_view::npos) return;
    path(equals == std::string_view::npos ? text : text.substr(equals + 1));
  }

  void path(std::string_view text) {
    if (text.empty() || text.find("://") != std::string_view::npos || text.starts_with("/dev/")) return;
    std::string name(text);
    std::replace(name.begin(), name.end(), shell::unknown_part, 'x');
    if (places_.is_hidden(name)) set(HiddenFile);
    const bool leaves =
        text.front() == '/' || text == ".." || text.starts_with("../") || text.find("/../") != std::string_view::npos;
    if (!leaves) return;
    if (text.find(shell::unknown_part) <= 1) return set(Outside);
    if (!places_.in_workspace(text)) set(Outside);
  }

  ReadablePlaces places_;
  std::size_t looked_at_ = 0;
  Hazards found_{}, all_{};
};

}  // namespace

void add_hazards(Decision& decision, const Question& question, const Policy& policy,
                 const shell::SimpleCommands& found) {
  Finder finder(question, policy);
  for (std::size_t i = 0; i < found.commands.size(); ++i) {
    finder.look(found.commands[i], question.shell, 0);
    decision.commands[i].hazards = finder.take();
  }
  if (secrets::holds_secret(question.command)) finder.set(Secret);
  decision.hazards = finder.all();
}

}  // namespace termhost::approval
