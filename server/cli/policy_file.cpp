#include "cli/policy_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "approval/examples.hpp"

namespace termhost::cli {
namespace {

using approval::DetailedRule;
using Json = nlohmann::json;

enum class FieldKind { Text, Rules, Texts, BuiltinRules };

struct Field {
  std::string_view name;
  FieldKind kind;
  std::string_view meaning;
};

/// All that a policy may hold; the schema is made of it.
constexpr std::array policy_fields{
    Field{"$schema", FieldKind::Text, "Where the schema of this file is."},
    Field{"description", FieldKind::Text, "For people."},
    Field{"version", FieldKind::Text, "For people."},
    Field{"allowedCommands", FieldKind::Rules, "What runs without asking; `*` is every command."},
    Field{"deniedCommands", FieldKind::Rules, "What never runs, wherever in a command it hides."},
    Field{"askedCommands", FieldKind::Rules, "What always asks, though a shorter rule allows it."},
    Field{"builtinRules", FieldKind::BuiltinRules,
          "readOnly: what is proven to only read public files of the workspace and the system runs without a rule."},
    Field{"secretFiles", FieldKind::Texts, "Names or paths that built-in rules never read, beside those they know."},
};

constexpr std::array rule_fields{
    Field{"prefix", FieldKind::Text, "The rule: the beginning of a command, word by word."},
    Field{"rule", FieldKind::Text, "The same as prefix."},
    Field{"match", FieldKind::Texts, "Commands that the rule must match."},
    Field{"notMatch", FieldKind::Texts, "Commands that it must not match."},
    Field{"reason", FieldKind::Text, "Why; shown to the model when it is denied."},
    Field{"folder", FieldKind::Text, "The rule holds only for commands that run in this folder or below."},
    Field{"description", FieldKind::Text, "For people."},
};

template <class Fields>
std::string names_of(const Fields& fields) {
  std::string names;
  for (const Field& field : fields)
    if (field.name != "$schema" && field.name != "description" && field.name != "version")
      names += fmt::format("{}{}", names.empty() ? "" : ", ", field.name);
  return names;
}

template <class Fields>
const Field* find_field(const Fields& fields, std::string_view name) {
  const auto* found = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
  return found == fields.end() ? nullptr : found;
}

std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  return fmt::format("line {}, column {}", line, before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1);
}

/// Finds where a text stops being JSON.
class ErrorFinder : public nlohmann::json_sax<Json> {
 public:
  std::size_t byte = 0;
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*elements*/) override { return true; }
  bool key(string_t& /*value*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*elements*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& /*error*/) override {
    byte = position > 0 ? position - 1 : 0;
    return false;
  }
};

/// Reads the parts of a policy and keeps the first thing that is wrong with it.
class PolicyReader {
 public:
  explicit PolicyReader(std::string_view text) : text_(text) {}

  approval::PolicyRules read(const Json& policy) {
    if (!policy.is_object())
      complain("it is no JSON object", {});
    else
      for (const auto& [name, value] : policy.items()) field(name, value);
    return std::move(rules_);
  }

 private:
  /// `what`: the text that is wrong, as it stands in the file.
  void complain(const std::string& problem, const std::string& what) {
    if (!rules_.problem.empty()) return;
    const std::size_t place = what.empty() ? std::string_view::npos : text_.find(what);
    rules_.problem = place == std::string_view::npos ? problem : fmt::format("{}: {}", place_of(text_, place), problem);
  }

  void field(const std::string& name, const Json& value) {
    const Field* known = find_field(policy_fields, name);
    if (known == nullptr)
      return complain(fmt::format("`{}` is no field of a policy; there are {}", name, names_of(policy_fields)),
                      quoted(name));
    if (name == "allowedCommands") return list(name, value, DetailedRule::List::Allowed);
    if (name == "deniedCommands") return list(name, value, DetailedRule::List::Denied);
    if (name == "askedCommands") return list(name, value, DetailedRule::List::Asked);
    if (name == "secretFiles") rules_.secret_files = texts(name, value);
    if (name != "builtinRules") return;
    rules_.builtin = value == "readOnly" ? approval::BuiltinRules::ReadOnly : approval::BuiltinRules::None;
    if (value != "readOnly" && value != "none")
      complain("`builtinRules` is neither \"readOnly\" nor \"none\"", quoted(name));
  }

  static std::string quoted(const std::string& text) { return Json(text).dump(); }

  void list(const std::string& name, const Json& value, DetailedRule::List list) {
    if (!value.is_array()) return complain(fmt::format("`{}` is no list", name), quoted(name));
    for (const Json& rule : value) {
      if (rule.is_string())
        add(rule.get<std::string>(), list);
      else if (rule.is_object())
        with_details(name, rule, list);
      else
        complain(fmt::format("`{}` holds {}, which is no rule", name, rule.dump()), quoted(name));
    }
  }

  void check_readable(const std::string& text) {
    if (const auto rule = approval::parse_rule(text); !rule) complain(rule.error(), quoted(text));
  }

  void add(std::string text, DetailedRule::List list) {
    check_readable(text);
    std::vector<std::string>& rules = list == DetailedRule::List::Allowed  ? rules_.allowed
                                      : list == DetailedRule::List::Denied ? rules_.denied
                                                                           : rules_.asked;
    rules.push_back(std::move(text));
  }

  void with_details(const std::string& name, const Json& object, DetailedRule::List list) {
    approval::RuleExamples examples;
    DetailedRule rule{.list = list, .text = {}, .reason = {}, .folder = {}};
    for (const auto& [key, value] : object.items()) {
      const Field* known = find_field(rule_fields, key);
      if (known == nullptr)
        complain(fmt::format("a rule in `{}` has the field `{}`; there are {}", name, key, names_of(rule_fields)),
                 quoted(key));
      else if (known->kind == FieldKind::Text && !value.is_string())
        complain(fmt::format("`{}` of a rule in `{}` is no text", key, name), quoted(key));
      else if (key == "match")
        examples.match = texts(key, value);
      else if (key == "notMatch")
        examples.not_match = texts(key, value);
      else if (key == "reason")
        rule.reason = value.get<std::string>();
      else if (key == "folder")
        rule.folder = value.get<std::string>();
      else if (key != "description")
        rule.text = value.get<std::string>();
    }
    examples.rule = rule.text;
    check_readable(rule.text);
    if (rule.reason.empty() && rule.folder.empty())
      add(rule.text, list);
    else
      rules_.detailed.push_back(rule);
    if (rules_.problem.empty() && list != DetailedRule::List::Asked)
      if (std::string problem = approval::check_examples(examples, list == DetailedRule::List::Denied);
          !problem.empty())
        complain(problem, quoted(rule.text));
  }

  std::vector<std::string> texts(const std::string& name, const Json& value) {
    std::vector<std::string> result;
    if (value.is_string()) return {value.get<std::string>()};
    if (!value.is_array()) complain(fmt::format("`{}` is no list of texts", name), quoted(name));
    if (!value.is_array()) return result;
    for (const Json& text : value) {
      if (text.is_string())
        result.push_back(text.get<std::string>());
      else
        complain(fmt::format("`{}` holds {}, which is no text", name, text.dump()), quoted(name));
    }
    return result;
  }

  std::string_view text_;
  approval::PolicyRules rules_{.allowed = {}, .denied = {}, .problem = {}, .builtin = approval::BuiltinRules::ReadOnly};
};

using Ordered = nlohmann::ordered_json;

Ordered schema_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::Text: return {{"type", "string"}};
    case FieldKind::Texts: return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case FieldKind::BuiltinRules: return {{"enum", {"readOnly", "none"}}, {"default", "readOnly"}};
    case FieldKind::Rules: return {{"type", "array"}, {"items", {{"$ref", "#/definitions/rule"}}}};
  }
  return {};
}

template <class Fields>
Ordered properties_of(const Fields& fields) {
  Ordered properties = Ordered::object();
  for (const Field& field : fields) {
    Ordered one = schema_of(field.kind);
    one["description"] = field.meaning;
    properties[std::string(field.name)] = std::move(one);
  }
  return properties;
}

}  // namespace

std::string policy_schema() {
  const Ordered rule{{"oneOf",
                      {{{"type", "string"}, {"minLength", 1}},
                       {{"type", "object"},
                        {"properties", properties_of(rule_fields)},
                        {"additionalProperties", false},
                        {"anyOf", {{{"required", {"prefix"}}}, {{"required", {"rule"}}}}}}}}};
  const Ordered schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                       {"title", "A policy of termhost: which commands run without asking"},
                       {"type", "object"},
                       {"properties", properties_of(policy_fields)},
                       {"additionalProperties", false},
                       {"definitions", {{"rule", rule}}}};
  return schema.dump(2) + '\n';
}

approval::PolicyRules parse_policy(std::string_view json) {
  const Json policy = Json::parse(json, nullptr, false, true);
  if (!policy.is_discarded()) return PolicyReader(json).read(policy);
  ErrorFinder finder;
  (void)Json::sax_parse(json, &finder, Json::input_format_t::json, true, true);
  approval::PolicyRules rules;
  rules.problem = fmt::format("{}: the policy is no valid JSON", place_of(json, finder.byte));
  return rules;
}

approval::PolicyRules read_policy_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  approval::PolicyRules unread;
  unread.problem = fmt::format("the policy file '{}' cannot be read", path);
  return file ? parse_policy(text) : unread;
}

}  // namespace termhost::cli
