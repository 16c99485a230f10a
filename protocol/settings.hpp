// The settings: names, defaults and ranges, in one place. The server, the generated description and the editors'
// settings pages take them from here.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/codec/fields.hpp"
#include "protocol/sandbox.hpp"

namespace termhost::protocol {

enum class PreviewSize { Small, Medium, Large };
constexpr auto wire_names(PreviewSize /*tag*/) {
  return std::array{WireName{PreviewSize::Small, "small"}, WireName{PreviewSize::Medium, "medium"},
                    WireName{PreviewSize::Large, "large"}};
}

/// The way to run a command if a mirrored terminal shows no shell integration in time.
enum class Fallback { Owned, Plain };
constexpr auto wire_names(Fallback /*tag*/) {
  return std::array{WireName{Fallback::Owned, "owned"}, WireName{Fallback::Plain, "plain"}};
}

/// The terminals for the agent's commands. Auto: the editor's terminals, or termhost's own if the editor's cannot
/// report events.
enum class TerminalsPreference { Auto, Mirrored, Owned };
constexpr auto wire_names(TerminalsPreference /*tag*/) {
  return std::array{WireName{TerminalsPreference::Auto, "auto"}, WireName{TerminalsPreference::Mirrored, "mirrored"},
                    WireName{TerminalsPreference::Owned, "owned"}};
}

/// When an agent's command brings up its terminal for the user.
enum class ShowTerminal { Never, WhenPassword, WhenWaiting, WhenLong };
constexpr auto wire_names(ShowTerminal /*tag*/) {
  return std::array{WireName{ShowTerminal::Never, "never"}, WireName{ShowTerminal::WhenPassword, "whenPassword"},
                    WireName{ShowTerminal::WhenWaiting, "whenWaiting"}, WireName{ShowTerminal::WhenLong, "whenLong"}};
}

enum class BuiltinRules { None, ReadOnly };
constexpr auto wire_names(BuiltinRules /*tag*/) {
  return std::array{WireName{BuiltinRules::None, "none"}, WireName{BuiltinRules::ReadOnly, "readOnly"}};
}

struct Settings {
  int shell_integration_timeout = 10'000;
  int max_terminals = 5;
  int warm_shells = 1;
  int keep_terminals = 30;
  PreviewSize output_preview_size = PreviewSize::Medium;
  bool compact = true;
  bool compress_progress_bar = true;
  int command_delay = 0;
  bool powershell_counter = false;
  bool zsh_clear_eol_mark = true;
  bool zsh_oh_my = false;
  bool zsh_p10k = false;
  bool zdotdir = false;
  int call_patience = -1;
  int command_execution_timeout = 0;
  std::vector<std::string> command_timeout_allowlist;
  std::vector<std::string> allowed_commands;
  std::vector<std::string> denied_commands;
  std::vector<std::string> asked_commands;
  BuiltinRules builtin_rules = BuiltinRules::ReadOnly;
  std::vector<std::string> secret_files;
  bool auto_approve = false;
  SandboxSetting sandbox;
  Fallback fallback = Fallback::Owned;
  TerminalsPreference terminals = TerminalsPreference::Auto;
  ShowTerminal show_terminal = ShowTerminal::WhenPassword;
  bool yield_on_input = true;
  bool hide_secrets = true;
  std::vector<std::string> secret_variables;
  std::vector<std::string> secret_prefixes;
  bool record_raw = false;
  std::int64_t artifact_max_bytes = std::int64_t{1} << 30;
  std::int64_t storage_max_bytes = std::int64_t{5} << 30;
  std::int64_t storage_min_free_bytes = std::int64_t{1} << 30;
  int owned_columns = 160;
  int owned_rows = 48;

  static void describe(auto& fields, auto& self) {
    fields.type("Settings");
    describe_shells(fields, self);
    describe_rules(fields, self);
    describe_results(fields, self);
  }

 private:
  static void describe_shells(auto& fields, auto& self) {
    fields.defaulted("shellIntegrationTimeout", self.shell_integration_timeout,
                     "Milliseconds to wait until the shell integration of a new terminal works.", Within{0, 60'000});
    fields.defaulted("maxTerminals", self.max_terminals,
                     "Maximum number of agent terminals; further commands wait until one is idle.", Within{1, 256});
    fields.defaulted("warmShells", self.warm_shells,
                     "Number of shells that are started in advance. Then a trial (a run in a throw-away copy) "
                     "begins at once. The setting has an effect only if the sandbox has the level auto.",
                     Within{0, 16});
    fields.defaulted("keepTerminals", self.keep_terminals,
                     "Seconds for which a command goes on after termhost was killed. The next termhost of the same "
                     "folder takes the command over. 0: the command is ended at once.",
                     Within{0, 86'400});
    fields.defaulted("outputPreviewSize", self.output_preview_size,
                     "Size of a preview: small 2 KB, medium 4 KB, large 8 KB. A preview is the part of a long output "
                     "that an agent gets. An output of up to three times this size is shown whole if little of it can "
                     "be folded (compact) and no line reports an error.");
    fields.defaulted("compact", self.compact,
                     "In previews, fold lines without new facts: a short mark replaces them. Such lines are passed "
                     "tests, progress and repeats.");
    fields.defaulted("compressProgressBar", self.compress_progress_bar,
                     "Keep only the last frame of a progress bar, as a terminal shows it.");
    fields.defaulted("commandDelay", self.command_delay,
                     "Pause of the shell after each command, in milliseconds. Only in the editor's terminals.",
                     Within{0, 60'000});
    fields.defaulted("powershellCounter", self.powershell_counter, "Deprecated: it has no effect.");
    fields.defaulted("zshClearEolMark", self.zsh_clear_eol_mark,
                     "Start zsh with an empty PROMPT_EOL_MARK. Then zsh prints no % after output without a line end.");
    fields.defaulted("zshOhMy", self.zsh_oh_my,
                     "Also turn on Oh My Zsh's shell integration in the editor's terminals.");
    fields.defaulted("zshP10k", self.zsh_p10k,
                     "Also turn on Powerlevel10k's shell integration in the editor's terminals.");
    fields.defaulted("zdotdir", self.zdotdir,
                     "Start zsh with termhost's own shell integration, by the variable ZDOTDIR. This helps if the "
                     "editor's integration does not start in zsh.");
    fields.defaulted(
        "callPatience", self.call_patience,
        "Seconds after which a call without a timeout is answered. Its command goes on. 0: the answer comes only when "
        "the command has ended. -1: before the agent's client gives up the call (an unknown client: after 45 s). "
        "With -1, calls of the editor itself wait as with 0.",
        Within{-1, 7 * 24 * 3600});
    fields.defaulted("commandExecutionTimeout", self.command_execution_timeout,
                     "Seconds after which a command is stopped; 0: never.", Within{0, 7 * 24 * 3600});
    fields.defaulted("commandTimeoutAllowlist", self.command_timeout_allowlist,
                     "Beginnings of commands that commandExecutionTimeout does not stop.");
  }

  static void describe_rules(auto& fields, auto& self) {
    fields.defaulted("allowedCommands", self.allowed_commands,
                     "Command prefixes that run without asking; * is every command.");
    fields.defaulted("deniedCommands", self.denied_commands, "Command prefixes that never run.");
    fields.defaulted(
        "askedCommands", self.asked_commands,
        "Command prefixes that always need approval. A shorter prefix in allowedCommands does not allow them.");
    fields.defaulted(
        "builtinRules", self.builtin_rules,
        "Commands that run without a rule. readOnly: those that are proven to be read-only and to read no secret file; "
        "none: no command.");
    fields.defaulted("secretFiles", self.secret_files,
                     "Names or paths of files with secrets. They are added to .env, key files and the like. "
                     "builtinRules never lets a command read such a file.");
    fields.defaulted("autoApprove", self.auto_approve,
                     "Run every command without asking, except those that deniedCommands denies.");
    fields.defaulted("sandbox", self.sandbox,
                     "Sandbox for commands that no rule allows. Such commands run without a question, because the "
                     "kernel confines them. Only termhost's own terminals have a sandbox.");
  }

  static void describe_results(auto& fields, auto& self) {
    constexpr Within bytes{0, std::int64_t{1} << 50};
    fields.defaulted("fallback", self.fallback,
                     "The way to run a command if the shell has no integration. owned: in a terminal of termhost's "
                     "own; plain: typed into a terminal of the editor.");
    fields.defaulted(
        "terminals", self.terminals,
        "The terminals that run commands. mirrored: terminals of the editor; owned: termhost's own "
        "terminals; auto: terminals of the editor, or termhost's own if the editor has none for termhost. A "
        "command in a sandbox always runs in a terminal of termhost's own.");
    fields.defaulted(
        "showTerminal", self.show_terminal,
        "The moment at which the terminal of an agent's command appears. never: not at all; whenPassword: when the "
        "command asks for a password; whenWaiting: when it waits for any input; whenLong: the same, and also after ten "
        "seconds.");
    fields.defaulted("yieldOnInput", self.yield_on_input, "Answer the agent at once when its command waits for input.");
    fields.defaulted("hideSecrets", self.hide_secrets, "Hide tokens and the values of secret variables from agents.");
    fields.defaulted("secretVariables", self.secret_variables,
                     "Names of variables whose values hideSecrets hides. They are added to variables with the name of "
                     "a secret, such as GITHUB_TOKEN.");
    fields.defaulted("secretPrefixes", self.secret_prefixes,
                     "Beginnings of secret tokens, such as acme_. They are added to those that hideSecrets knows.");
    fields.defaulted("recordRaw", self.record_raw, "Also keep the raw bytes of each output, in a file of their own.");
    fields.defaulted(
        "artifactMaxBytes", self.artifact_max_bytes,
        "Largest size of one artifact, in bytes. An artifact is the file with the complete output of a command.",
        bytes);
    fields.defaulted("storageMaxBytes", self.storage_max_bytes,
                     "Largest size of the folder with all artifacts, in bytes.", bytes);
    fields.defaulted("storageMinFreeBytes", self.storage_min_free_bytes,
                     "Space on the disk that artifacts leave free, in bytes.", bytes);
    fields.defaulted("ownedColumns", self.owned_columns, "Columns of termhost's own terminals.", Within{20, 1'000});
    fields.defaulted("ownedRows", self.owned_rows, "Rows of termhost's own terminals.", Within{2, 1'000});
  }
};

/// Settings of an editor that a project may set too: those that change the look of results. Only the user may set the
/// others, because they extend what runs, what is shown or kept, and where. The prohibitions of a project are in its
/// file .termhost/settings.json.
inline constexpr std::array<std::string_view, 13> project_settings{"shellIntegrationTimeout",
                                                                   "outputPreviewSize",
                                                                   "compact",
                                                                   "compressProgressBar",
                                                                   "commandDelay",
                                                                   "powershellCounter",
                                                                   "zshClearEolMark",
                                                                   "zshOhMy",
                                                                   "zshP10k",
                                                                   "showTerminal",
                                                                   "yieldOnInput",
                                                                   "ownedColumns",
                                                                   "ownedRows"};

}  // namespace termhost::protocol
