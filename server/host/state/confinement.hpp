// The workspace's own settings: they can forbid and confine, never allow.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "approval/decision/decide.hpp"
#include "host/state/settings.hpp"

namespace termhost::host {

struct SandboxConfinement {
  std::optional<protocol::SandboxLevel> level;      ///< the stricter one wins
  std::optional<protocol::SandboxNetwork> network;  ///< the smaller one wins
  std::vector<std::string> hidden;                  ///< more of them

  static void describe(auto& fields, auto& self) {
    fields.type("WorkspaceSandbox");
    fields.optional("level", self.level,
                    "Level of the sandbox. The stricter of this level and the user's level applies.");
    fields.optional("network", self.network,
                    "Network of the sandbox. The stricter of this network and the user's network applies.");
    fields.defaulted("hidden", self.hidden,
                     "More files and folders that the sandbox shows as empty, as absolute paths.");
  }
};

struct Confinement {
  std::vector<std::string> denied_commands, asked_commands, secret_files;  ///< more of them
  std::vector<std::string> secret_variables, secret_prefixes;              ///< likewise
  std::optional<bool> hide_secrets;                                        ///< true wins
  std::optional<protocol::BuiltinRules> builtin_rules;                     ///< None wins
  std::optional<bool> auto_approve;                                        ///< false wins
  std::optional<int> max_terminals, command_execution_timeout;             ///< the smaller one wins
  std::optional<std::int64_t> artifact_max_bytes, storage_max_bytes;       ///< likewise
  std::optional<std::int64_t> storage_min_free_bytes;                      ///< the larger one wins
  SandboxConfinement sandbox;
  std::string problem;  ///< not empty: some of it could not be read, which may have been a denial: everything asks

  static void describe(auto& fields, auto& self) {
    constexpr protocol::Within bytes{0, std::int64_t{1} << 50};
    fields.type("WorkspaceSettings");
    fields.defaulted("deniedCommands", self.denied_commands, "More command prefixes that never run.");
    fields.defaulted("askedCommands", self.asked_commands, "More command prefixes that always need approval.");
    fields.defaulted("secretFiles", self.secret_files,
                     "Names or paths of more files that no built-in rule lets a command read.");
    fields.optional("hideSecrets", self.hide_secrets, "true: secrets are hidden from agents in this workspace.");
    fields.defaulted("secretVariables", self.secret_variables, "Names of more variables whose values are hidden.");
    fields.defaulted("secretPrefixes", self.secret_prefixes,
                     "More beginnings of secret tokens, such as acme_. Tokens that begin so are hidden.");
    fields.optional("builtinRules", self.builtin_rules, "none: no command runs without a rule of the user.");
    fields.optional("autoApprove", self.auto_approve,
                    "false: the user's setting autoApprove has no effect in this workspace.");
    fields.optional("maxTerminals", self.max_terminals,
                    "Maximum number of agent terminals. The smaller of this number and the user's number applies.",
                    protocol::Within{1, 256});
    fields.optional("commandExecutionTimeout", self.command_execution_timeout,
                    "Seconds after which a command is stopped at the latest; 0: no such limit.",
                    protocol::Within{0, 7 * 24 * 3600});
    fields.optional("artifactMaxBytes", self.artifact_max_bytes,
                    "Largest size of one artifact (the file with the complete output of a command), in bytes.", bytes);
    fields.optional("storageMaxBytes", self.storage_max_bytes,
                    "Largest size of the folder with all artifacts, in bytes.", bytes);
    fields.optional("storageMinFreeBytes", self.storage_min_free_bytes,
                    "Space on the disk that artifacts leave free, in bytes.", bytes);
    fields.defaulted("sandbox", self.sandbox, "Restrictions of the sandbox in this workspace.");
  }
};

/// The confinement by all folders of a workspace together.
using ConfinedBy = std::function<Confinement(const std::vector<std::string>& folders)>;

/// Both hold.
void add(Confinement& all, const Confinement& more);

[[nodiscard]] Settings confined(Settings settings, const Confinement& by);
[[nodiscard]] approval::PolicyRules confined(approval::PolicyRules rules, const Confinement& by);

}  // namespace termhost::host
