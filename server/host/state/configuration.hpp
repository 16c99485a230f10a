// Values from outside: the user's settings, facts about the machine that we run on, and their effects on approval.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decide.hpp"
#include "host/ports/shim.hpp"
#include "host/state/confinement.hpp"
#include "host/state/settings.hpp"
#include "host/state/shared_folder.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "text/secrets/secrets.hpp"

namespace termhost::host {

/// Facts about the user's environment; io reads them once at start.
struct HostEnvironment {
  std::string default_shell;  ///< path of the shell for calls that name none
  std::string cwd;            ///< directory of calls without one
  std::vector<std::string> workspace_folders;
  std::map<std::string, std::string> terminal_variables;  ///< of every terminal that is created
  std::map<std::string, std::string> variables{};         ///< of termhost itself, which its terminals get too
  std::size_t longest_typed_line = 4095;                  ///< bytes that a terminal of this system takes as one line
  std::string machine{};  ///< the user's name for this machine, "ssh:build"; empty: it is the user's own
  SharedFolder shared{};  ///< with the user's machine, if this is another one
  std::optional<approval::PolicyRules> own_rules{};  ///< of the user's policy file, in addition to an editor's settings
};

/// Rules that cannot be used make every command ask: why, for the user, if it is not the problem in `told`, which it
/// becomes; else empty. What is wrong with the form of a setting was told when it came.
[[nodiscard]] std::string policy_warning(const approval::Policy& policy, std::string& told);

class Configuration {
 public:
  /// `find_program`: what PATH was when termhost started; unset: names are taken for what they say. `files`: likewise
  /// of paths; null: what they say. `confined_by` is asked whenever the workspace is another; unset: it says nothing.
  Configuration(HostEnvironment environment, Settings settings, approval::FindProgram find_program,
                const approval::Files* files, ConfinedBy confined_by);
  /// `rules_problem`: not empty where a list of rules could not be read; then everything asks. `allows_nothing`: also
  /// the user's own rules allow nothing here, as in a workspace that an editor does not trust.
  void set_settings(Settings settings, std::string rules_problem = {}, bool allows_nothing = false);
  /// The folders of the workspace, absolute; in the first one calls without a cwd run. None: all stays.
  void set_workspace_folders(std::vector<std::string> folders);
  void set_terminal_variables(std::map<std::string, std::string> variables);
  /// Replaces what settings say about approval; a shim's own policy file, or `--policy`.
  void set_policy(const approval::PolicyRules& rules);
  /// Holds to the end of the session, or as long as the list that it was added to: until new settings name that list.
  void remember(const Remember& rule);

  /// In force; as they were set, before the workspace confined them; and what is in force where nothing is set.
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Settings& configured() const { return configured_; }
  [[nodiscard]] const Settings& defaults() const { return defaults_; }
  [[nodiscard]] const HostEnvironment& environment() const { return environment_; }
  [[nodiscard]] const approval::Policy& policy() const { return policy_; }
  [[nodiscard]] const approval::FindProgram& find_program() const { return find_program_; }
  [[nodiscard]] const approval::Files* files() const { return files_; }
  /// The folders that were set; before any were, the one in which termhost was started.
  [[nodiscard]] const approval::Workspace& workspace() const { return workspace_; }
  /// An absolute path as the system resolves it, where anybody knows.
  [[nodiscard]] std::string real_path(const std::string& path) const;
  /// Names that commands defined in terminals that still live.
  [[nodiscard]] approval::SessionState& defined_names() { return defined_names_; }
  [[nodiscard]] approval::Decision check(std::string_view command, std::string_view cwd, shell::ShellKind shell,
                                         const shell::SyntaxTree* tree = nullptr) const;
  /// Parts of outputs that no agent sees: values of secret variables, also of a terminal's own (`also`), and tokens;
  /// null: `hideSecrets` is off.
  [[nodiscard]] std::shared_ptr<const text::Secrets> secrets() const { return secrets_; }
  [[nodiscard]] std::shared_ptr<const text::Secrets> secrets(const text::Variables& also) const;
  /// That commands run in which no rule allows.
  /// As it is set, and the same but for its level.
  [[nodiscard]] sandbox::Sandbox sandbox() const;
  [[nodiscard]] sandbox::Sandbox sandbox(sandbox::Level level) const;
  /// Rules that could not be read may have been denials.
  [[nodiscard]] bool auto_approves() const { return settings_.auto_approve && policy_.problem().empty(); }
  [[nodiscard]] shell::ShellKind default_shell() const;
  /// The shell that a call names; empty: the default one.
  [[nodiscard]] const std::string& shell_path(const std::string& named) const;
  /// `path` itself if absolute (one in the user's shared folder becomes one of this machine), `~/x` in the home, else
  /// below the workspace folder; empty: the workspace folder.
  [[nodiscard]] std::string absolute_path(const std::string& path) const;
  /// The place in a question: the machine, if it is not the user's own, and the sandbox, if there is one.
  [[nodiscard]] std::string place_with_machine(const std::string& sandbox) const;

 private:
  [[nodiscard]] std::vector<std::string> folders() const;
  void confine();
  void find_secrets();
  [[nodiscard]] std::vector<text::NamedValue> known_secrets() const;
  void apply_rules();
  void make_policy();

  HostEnvironment environment_;
  Settings defaults_, configured_, settings_;
  std::string rules_problem_;
  bool allows_nothing_ = false;
  approval::FindProgram find_program_;
  const approval::Files* files_;
  approval::Workspace workspace_;
  ConfinedBy confined_by_;
  Confinement confinement_;
  std::shared_ptr<const text::Secrets> secrets_;
  approval::SessionState defined_names_;
  bool policy_from_settings_ = true;
  approval::PolicyRules rules_;  // as configured, and what the person said to remember
  std::vector<Remember> session_rules_;
  approval::Policy policy_{rules_};
};

}  // namespace termhost::host
