#include "cli/policy_file.hpp"

#include <fstream>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace termhost::cli {
namespace {

using Json = nlohmann::json;

/// Reads the parts of a policy and keeps the first thing that is wrong with it.
class PolicyReader {
 public:
  approval::PolicyRules read(const Json& policy) {
    if (!policy.is_object())
      complain("it is no JSON object");
    else
      for (const auto& [name, value] : policy.items()) field(name, value);
    return std::move(rules_);
  }

 private:
  void complain(std::string problem) {
    if (rules_.problem.empty()) rules_.problem = std::move(problem);
  }

  void field(const std::string& name, const Json& value) {
    if (name == "allowedCommands")
      list(name, value, rules_.allowed, false);
    else if (name == "deniedCommands")
      list(name, value, rules_.denied, true);
    else if (name != "$schema" && name != "description" && name != "version")
      complain(fmt::format("`{}` is no field of a policy; there are allowedCommands and deniedCommands", name));
  }

  void list(const std::string& name, const Json& value, std::vector<std::string>& rules, bool denies) {
    if (!value.is_array()) return complain(fmt::format("`{}` is no list", name));
    for (const Json& rule : value) {
      if (rule.is_string())
        add(rule.get<std::string>(), rules);
      else if (rule.is_object())
        with_examples(name, rule, rules, denies);
      else
        complain(fmt::format("`{}` holds {}, which is no rule", name, rule.dump()));
    }
  }

  void add(std::string text, std::vector<std::string>& rules) {
    if (const auto rule = approval::parse_rule(text); !rule) complain(rule.error());
    rules.push_back(std::move(text));
  }

  void with_examples(const std::string& name, const Json& object, std::vector<std::string>& rules, bool denies) {
    approval::RuleExamples examples;
    for (const auto& [key, value] : object.items()) {
      if ((key == "prefix" || key == "rule") && value.is_string())
        examples.rule = value.get<std::string>();
      else if (key == "match")
        examples.match = texts(key, value);
      else if (key == "notMatch")
        examples.not_match = texts(key, value);
      else if (key != "reason" && key != "description")
        complain(fmt::format("a rule in `{}` has the field `{}`; there are prefix, match and notMatch", name, key));
    }
    add(examples.rule, rules);
    if (rules_.problem.empty()) complain(approval::check_examples(examples, denies));
  }

  std::vector<std::string> texts(const std::string& name, const Json& value) {
    std::vector<std::string> result;
    if (value.is_string()) return {value.get<std::string>()};
    if (!value.is_array())
      complain(fmt::format("`{}` is no list of commands", name));
    else
      for (const Json& text : value) {
        if (text.is_string())
          result.push_back(text.get<std::string>());
        else
          complain(fmt::format("`{}` holds {}, which is no command", name, text.dump()));
      }
    return result;
  }

  approval::PolicyRules rules_;
};

}  // namespace

approval::PolicyRules parse_policy(std::string_view json) {
  const Json policy = Json::parse(json, nullptr, false, true);
  if (policy.is_discarded()) return {.allowed = {}, .denied = {}, .problem = "the policy is no valid JSON"};
  return PolicyReader().read(policy);
}

approval::PolicyRules read_policy_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) return {.allowed = {}, .denied = {}, .problem = fmt::format("the policy file '{}' cannot be read", path)};
  return parse_policy(text);
}

}  // namespace termhost::cli
