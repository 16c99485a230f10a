#include "cli/settings/policy_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "approval/decision/examples.hpp"
#include "cli/environment.hpp"
#include "cli/settings/strict_json.hpp"
#include "cli/settings/written_folders.hpp"
#include "protocol/settings.hpp"

namespace termhost::cli {
namespace {

using approval::DetailedRule;
using protocol::Json;
using protocol::OrderedJson;
using Text = std::optional<std::string>;
using Texts = std::vector<std::string>;

struct RuleFields {
  Text prefix, rule, reason, folder, description;
  std::optional<Texts> match, not_match;
  std::optional<protocol::SandboxLevel> sandbox;

  static void describe(auto& fields, auto& self) {
    fields.type("rule");
    fields.optional("prefix", self.prefix, "The rule: the beginning of a command, word by word.");
    fields.optional("rule", self.rule, "The same as prefix.");
    fields.optional("match", self.match, "Commands that the rule must match.");
    fields.optional("notMatch", self.not_match, "Commands that the rule must not match.");
    fields.optional("reason", self.reason, "The reason, shown to the model when a command is denied.");
    fields.optional(
        "folder", self.folder,
        "Folder in which the rule applies, with all folders below; the path is absolute or begins with ~/.");
    fields.optional("sandbox", self.sandbox,
                    "Only in `allowedCommands`: the level of the sandbox for these commands; off: no sandbox; missing: "
                    "the level of the settings, but no sandbox if that level is auto.");
    fields.optional("description", self.description, "A note for readers of the file; termhost ignores it.");
  }
};
using Rules = std::optional<std::vector<RuleFields>>;

struct PolicyFields {
  Text schema, description, version;
  Rules allowed, denied, asked;
  protocol::BuiltinRules builtin = protocol::BuiltinRules::ReadOnly;
  std::optional<Texts> secret_files;
  std::optional<protocol::SandboxSetting> sandbox;

  static void describe(auto& fields, auto& self) {
    fields.type("policy");
    fields.optional("$schema", self.schema, "The location of this file's schema.");
    fields.optional("description", self.description, "A note for readers of the file; termhost ignores it.");
    fields.optional("version", self.version, "A note for readers of the file; termhost ignores it.");
    fields.optional("allowedCommands", self.allowed, "Commands that run without asking; `*` is every command.");
    fields.optional("deniedCommands", self.denied, "Commands that never run, wherever in a command line they are.");
    fields.optional("askedCommands", self.asked,
                    "Commands that always need approval, even if a shorter rule allows them.");
    fields.defaulted(
        "builtinRules", self.builtin,
        "readOnly: commands run without a rule if they are proven to be read-only and to read no secret file.");
    fields.optional("secretFiles", self.secret_files,
                    "Names or paths of more files that no built-in rule lets a command read.");
    fields.optional("sandbox", self.sandbox,
                    "Sandbox for commands that no rule allows, instead of the sandbox in settings.json.");
  }
};

constexpr std::array lists{"allowedCommands", "deniedCommands", "askedCommands"};  // as DetailedRule::List has them
constexpr const char* policy_root = "policy";

std::optional<sandbox::Level> level_of(const std::optional<protocol::SandboxLevel>& wire) {
  return wire ? std::optional(static_cast<sandbox::Level>(*wire)) : std::nullopt;
}

std::string path_of(const char* list, std::size_t rule) { return fmt::format("{}.{}[{}]", policy_root, list, rule); }

/// Reads the parts of a policy.
class PolicyReader {
 public:
  explicit PolicyReader(std::string_view text) : json_(text, policy_root) {}

  PolicyFile read() {
    if (json_.problem().empty()) spell_out(json_.value());
    const auto fields = json_.decode<PolicyFields>();
    if (fields.builtin == protocol::BuiltinRules::None) rules_.builtin = approval::BuiltinRules::None;
    rules_.secret_files = fields.secret_files.value_or(Texts());
    add(fields.allowed, DetailedRule::List::Allowed, rules_.allowed);
    add(fields.denied, DetailedRule::List::Denied, rules_.denied);
    add(fields.asked, DetailedRule::List::Asked, rules_.asked);
    rules_.problem = json_.problem();
    return {std::move(rules_), fields.sandbox};
  }

 private:
  /// Rules and lists that were written as one text become what the text stands for; no name may be unknown.
  void spell_out(Json& policy) {
    json_.refuse_unknown<PolicyFields>(policy, "the policy", policy_root);
    json_.refuse_unknown_in<protocol::SandboxSetting>("sandbox");
    spell_out_sandbox(json_, policy_root);
    if (policy.contains("secretFiles")) as_list(policy["secretFiles"]);
    for (const char* const list : lists) {
      if (!policy.contains(list) || !policy[list].is_array()) continue;
      for (std::size_t i = 0; i < policy[list].size(); ++i) {
        Json& rule = policy[list][i];
        if (rule.is_string()) rule = Json{{"prefix", rule}};
        if (!rule.is_object())
          return json_.complain(fmt::format("`{}` holds {}, which is not a rule", list, rule.dump()), path_of(list, i));
        json_.refuse_unknown<RuleFields>(rule, fmt::format("a rule in `{}`", list), path_of(list, i));
        if (rule.contains("folder")) spell_out_folder(json_, rule["folder"], path_of(list, i) + ".folder");
        for (const char* const examples : {"match", "notMatch"})
          if (rule.contains(examples)) as_list(rule[examples]);
      }
    }
  }

  static void as_list(Json& value) {
    if (value.is_string()) value = Json::array({value});
  }

  void add(const Rules& listed, DetailedRule::List list, Texts& plain) {
    std::size_t index = 0;
    for (const RuleFields& fields : listed.value_or(std::vector<RuleFields>())) {
      const std::string path = path_of(lists[static_cast<std::size_t>(list)], index++);
      const std::string text = fields.prefix.value_or(fields.rule.value_or(""));
      if (const auto rule = approval::parse_rule(text); !rule) json_.complain(rule.error(), path);
      if (fields.sandbox && list != DetailedRule::List::Allowed)
        json_.complain("only a rule in `allowedCommands` may have a `sandbox`", path + ".sandbox");
      if (!fields.reason && !fields.folder && !fields.sandbox)
        plain.push_back(text);
      else
        rules_.detailed.push_back(
            {list, text, fields.reason.value_or(""), fields.folder.value_or(""), level_of(fields.sandbox)});
      if (!json_.problem().empty() || list == DetailedRule::List::Asked) continue;
      const std::string wrong =
          approval::check_examples({text, fields.match.value_or(Texts()), fields.not_match.value_or(Texts())},
                                   list == DetailedRule::List::Denied);
      if (!wrong.empty()) json_.complain(wrong, path);
    }
  }

  StrictJson json_;
  approval::PolicyRules rules_{.allowed = {}, .denied = {}, .problem = {}, .builtin = approval::BuiltinRules::ReadOnly};
};

}  // namespace

std::string policy_schema() {
  OrderedJson rule = protocol::schema_of<RuleFields>();
  rule["additionalProperties"] = false;
  rule["anyOf"] = {{{"required", {"prefix"}}}, {{"required", {"rule"}}}};
  OrderedJson schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                     {"title", "A policy of termhost: which commands run without asking"}};
  schema.update(protocol::schema_of<PolicyFields>());
  schema["additionalProperties"] = false;
  for (const char* const list : lists) schema["properties"][list]["items"] = {{"$ref", "#/definitions/rule"}};
  schema["definitions"] = {{"rule", {{"oneOf", {{{"type", "string"}, {"minLength", 1}}, rule}}}}};
  return schema.dump(2) + '\n';
}

PolicyFile parse_policy(std::string_view json) { return PolicyReader(json).read(); }

PolicyFile read_policy_file(const std::string& path) { return policy_file_in(read_user_files(path).policy); }

std::string policy_file_of(const std::string& named) { return policy_path_of(read_user_files(named)); }

std::string policy_path_of(const UserFiles& files) {
  const protocol::HandedFile& policy = files.policy;
  return policy.text || !policy.problem.empty() ? policy.path : "";
}

PolicyFile policy_file_in(const protocol::HandedFile& file) {
  if (file.problem.empty()) return parse_policy(file.text.value_or("{}"));
  PolicyFile unread;
  unread.rules.problem = file.problem;
  return unread;
}

PolicyFile persons_policy(const std::string& named, const PersonSettings& person) {
  return persons_policy(read_user_files(named), person);
}

PolicyFile persons_policy(const UserFiles& files, const PersonSettings& person) {
  PolicyFile policy = policy_file_in(files.policy);
  if (files.policy_named) return policy;
  const auto& allowed = person.settings.allowed_commands;
  policy.rules.allowed.insert(policy.rules.allowed.end(), allowed.begin(), allowed.end());
  policy.rules = confined(std::move(policy.rules), own_denials(person));
  return policy;
}

approval::PolicyRules policy_in(const std::vector<std::string>& folders, const std::string& named,
                                const PersonSettings& person) {
  return confined(persons_policy(named, person).rules, confinement_of(folders, person));
}

}  // namespace termhost::cli
