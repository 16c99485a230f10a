#include "cli/policy_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "approval/examples.hpp"
#include "cli/environment.hpp"
#include "cli/json_places.hpp"
#include "protocol/decode.hpp"
#include "protocol/schema.hpp"
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

  static void describe(auto& fields, auto& self) {
    fields.type("rule");
    fields.optional("prefix", self.prefix, "The rule: the beginning of a command, word by word.");
    fields.optional("rule", self.rule, "The same as prefix.");
    fields.optional("match", self.match, "Commands that the rule must match.");
    fields.optional("notMatch", self.not_match, "Commands that it must not match.");
    fields.optional("reason", self.reason, "Why; shown to the model when it is denied.");
    fields.optional("folder", self.folder, "The rule holds only for commands that run in this folder or below.");
    fields.optional("description", self.description, "For people.");
  }
};
using Rules = std::optional<std::vector<RuleFields>>;

struct PolicyFields {
  Text schema, description, version;
  Rules allowed, denied, asked;
  protocol::BuiltinRules builtin = protocol::BuiltinRules::ReadOnly;
  std::optional<Texts> secret_files;

  static void describe(auto& fields, auto& self) {
    fields.type("policy");
    fields.optional("$schema", self.schema, "Where the schema of this file is.");
    fields.optional("description", self.description, "For people.");
    fields.optional("version", self.version, "For people.");
    fields.optional("allowedCommands", self.allowed, "What runs without asking; `*` is every command.");
    fields.optional("deniedCommands", self.denied, "What never runs, wherever in a command it hides.");
    fields.optional("askedCommands", self.asked, "What always asks, though a shorter rule allows it.");
    fields.defaulted("builtinRules", self.builtin,
                     "readOnly: what is proven to only read public files of the workspace and the system runs "
                     "without a rule.");
    fields.optional("secretFiles", self.secret_files,
                    "Names or paths that built-in rules never read, beside those they know.");
  }
};

constexpr std::array lists{"allowedCommands", "deniedCommands", "askedCommands"};  // as DetailedRule::List has them
constexpr const char* root = "policy";

std::string path_of(const char* list, std::size_t rule) { return fmt::format("{}.{}[{}]", root, list, rule); }

/// Reads the parts of a policy and keeps the first thing that is wrong with it.
class PolicyReader {
 public:
  explicit PolicyReader(std::string_view text) : text_(text) {}

  approval::PolicyRules read() {
    Json policy = parse();
    // JSON would let the last of two equal names win, and a list of denials be lost
    if (!places_.twice.empty()) complain("this name is there twice", places_.twice);
    if (rules_.problem.empty() && !policy.is_object()) complain("it is no JSON object", root);
    if (rules_.problem.empty()) spell_out(policy);
    if (!rules_.problem.empty()) return std::move(rules_);
    const auto fields = protocol::decode<PolicyFields>(policy, root);
    if (!fields) {
      complain(to_string(fields.error()), fields.error().path);
      return std::move(rules_);
    }
    if (fields->builtin == protocol::BuiltinRules::None) rules_.builtin = approval::BuiltinRules::None;
    rules_.secret_files = fields->secret_files.value_or(Texts());
    add(fields->allowed, DetailedRule::List::Allowed, rules_.allowed);
    add(fields->denied, DetailedRule::List::Denied, rules_.denied);
    add(fields->asked, DetailedRule::List::Asked, rules_.asked);
    return std::move(rules_);
  }

 private:
  /// `path`: of what is wrong, "policy.allowedCommands[1]".
  void complain(const std::string& problem, const std::string& path) {
    if (!rules_.problem.empty()) return;
    const auto place = places_.offsets.find(path);
    rules_.problem =
        place == places_.offsets.end() ? problem : fmt::format("{}: {}", place_of(text_, place->second), problem);
  }

  Json parse() {
    try {
      Json policy = Json::parse(text_, nullptr, true, true);
      places_ = json_places(text_, root);
      return policy;
    } catch (const Json::parse_error& error) {
      rules_.problem = place_of(text_, error.byte > 0 ? error.byte - 1 : 0) + ": the policy is no valid JSON";
    } catch (const Json::exception& error) {  // a number that fits no type
      rules_.problem = error.what();
    }
    return {};
  }

  /// Rules and lists that were written as one text become what the text stands for; no name may be unknown.
  void spell_out(Json& policy) {
    refuse_unknown<PolicyFields>(policy, "the policy", root);
    if (policy.contains("secretFiles")) as_list(policy["secretFiles"]);
    for (const char* const list : lists) {
      if (!policy.contains(list) || !policy[list].is_array()) continue;
      for (std::size_t i = 0; i < policy[list].size(); ++i) {
        Json& rule = policy[list][i];
        if (rule.is_string()) rule = Json{{"prefix", rule}};
        if (!rule.is_object())
          return complain(fmt::format("`{}` holds {}, which is no rule", list, rule.dump()), path_of(list, i));
        refuse_unknown<RuleFields>(rule, fmt::format("a rule in `{}`", list), path_of(list, i));
        for (const char* const examples : {"match", "notMatch"})
          if (rule.contains(examples)) as_list(rule[examples]);
      }
    }
  }

  static void as_list(Json& value) {
    if (value.is_string()) value = Json::array({value});
  }

  template <class Fields>
  void refuse_unknown(const Json& object, std::string_view whose, const std::string& path) {
    static const OrderedJson known = protocol::schema_of<Fields>()["properties"];
    for (const auto& [name, value] : object.items()) {
      if (known.contains(name)) continue;
      std::string names;
      for (const auto& [each, schema] : known.items()) names += (names.empty() ? "" : ", ") + each;
      complain(fmt::format("{} has the field `{}`; there are {}", whose, name, names),
               fmt::format("{}.{}", path, name));
    }
  }

  void add(const Rules& listed, DetailedRule::List list, Texts& plain) {
    std::size_t index = 0;
    for (const RuleFields& fields : listed.value_or(std::vector<RuleFields>())) {
      const std::string path = path_of(lists[static_cast<std::size_t>(list)], index++);
      const std::string text = fields.prefix.value_or(fields.rule.value_or(""));
      if (const auto rule = approval::parse_rule(text); !rule) complain(rule.error(), path);
      if (!fields.reason && !fields.folder)
        plain.push_back(text);
      else
        rules_.detailed.push_back({list, text, fields.reason.value_or(""), fields.folder.value_or("")});
      if (!rules_.problem.empty() || list == DetailedRule::List::Asked) continue;
      const std::string wrong =
          approval::check_examples({text, fields.match.value_or(Texts()), fields.not_match.value_or(Texts())},
                                   list == DetailedRule::List::Denied);
      if (!wrong.empty()) complain(wrong, path);
    }
  }

  std::string_view text_;
  JsonPlaces places_;
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

approval::PolicyRules parse_policy(std::string_view json) { return PolicyReader(json).read(); }

approval::PolicyRules read_policy_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  approval::PolicyRules unread;
  unread.problem = fmt::format("the policy file '{}' cannot be read", path);
  return file ? parse_policy(text) : unread;
}

std::string policy_file_of(const std::string& named) {
  if (!named.empty()) return named;
  const std::filesystem::path usual = config_folder() / "policy.json";
  std::error_code unknown;
  // A link to nowhere is a policy too, one that cannot be read
  return std::filesystem::symlink_status(usual, unknown).type() == std::filesystem::file_type::not_found
             ? ""
             : usual.string();
}

approval::PolicyRules persons_policy(const std::string& named) {
  const std::string file = policy_file_of(named);
  return file.empty() ? parse_policy("{}") : read_policy_file(file);
}

}  // namespace termhost::cli
