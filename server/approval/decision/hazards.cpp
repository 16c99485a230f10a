#include "approval/decision/hazards.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "approval/deny/command_analysis.hpp"
#include "approval/nested/unwrap.hpp"
#include "approval/places/paths.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_match.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/proof/word_proof.hpp"
#include "approval/text.hpp"
#include "secrets/secret_text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using Words = std::span<const ShellWord>;

enum Hazard {
  Outside,
  Writes,
  Network,
  Privileged,
  Destructive,
  HiddenFile,
  Secret,
  PipedCode,
  Service,
  Repository,
  Listening,
  hazard_count
};

constexpr std::array<std::string_view, hazard_count> hazard_names{
    "outside_workspace", "writes_file",        "network", "privileged",
    "destructive",       "hidden_file",        "secret",  "piped_code",
    "service",           "changes_repository", "listens"};

/// The hazards of the kinds of programs.
constexpr std::array<std::pair<ProgramKind, Hazard>, 6> hazards_of_kinds{{{WritesFile, Writes},
                                                                          {UsesNetwork, Network},
                                                                          {StartsService, Service},
                                                                          {Listens, Listening},
                                                                          {IsPrivileged, Privileged},
                                                                          {IsDestructive, Destructive}}};

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
    const std::uint32_t kinds = kinds_of(name) | kinds_of(pair);
    for (const auto& [kind, hazard] : hazards_of_kinds)
      if ((kinds & kind) != 0) set(hazard);
    if ((kinds & ChangesRepository) != 0 && !reads(command)) set(Repository);
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
    if (command.piped && (kinds_of(name) & ReadsCode) != 0) set(PipedCode);
    if (name.starts_with("python") && command.words.size() > 2 && command.words[1].text == "-m")
      program({command.words.subspan(2), command.shell, nullptr, false});  // `python3 -m pip install`
  }

  /// Whatever the rules are: `git tag` lists, `git tag v1` does not.
  [[nodiscard]] bool reads(const CommandView& command) const {
    const ProgramMatch match = match_program(command.words, command.shell);
    if (match.program == nullptr || !match.program->has(Reads) || !only_reads(match, command.words)) return false;
    const ProofContext context{
        .shell = command.shell, .rule_origin = RuleOrigin::BuiltIn, .places = &places_, .spelled = {true}};
    return !prove_words(command.words, match, context).objection;
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
