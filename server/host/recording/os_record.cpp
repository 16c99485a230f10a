#include "host/recording/os_record.hpp"

namespace termhost::host::record {
namespace {

using Detailed = approval::DetailedRule;

DetailedRule to_record(const Detailed& rule) {
  return {static_cast<int>(rule.list), rule.text, rule.reason, rule.folder,
          rule.sandbox ? std::optional(static_cast<int>(*rule.sandbox)) : std::nullopt};
}

Detailed from_record(const DetailedRule& rule) {
  return {static_cast<Detailed::List>(rule.list), rule.text, rule.reason, rule.folder,
          rule.sandbox ? std::optional(static_cast<sandbox::Level>(*rule.sandbox)) : std::nullopt};
}

}  // namespace

Rules to_record(const approval::PolicyRules& rules) {
  Rules record{.allowed = rules.allowed,
               .denied = rules.denied,
               .asked = rules.asked,
               .secret_files = rules.secret_files,
               .detailed = {},
               .read_only = rules.builtin == approval::BuiltinRules::ReadOnly,
               .problem = rules.problem};
  for (const Detailed& rule : rules.detailed) record.detailed.push_back(to_record(rule));
  return record;
}

approval::PolicyRules from_record(const Rules& record) {
  approval::PolicyRules rules{
      .allowed = record.allowed,
      .denied = record.denied,
      .problem = record.problem,
      .asked = record.asked,
      .builtin = record.read_only ? approval::BuiltinRules::ReadOnly : approval::BuiltinRules::None,
      .secret_files = record.secret_files};
  for (const DetailedRule& rule : record.detailed) rules.detailed.push_back(from_record(rule));
  return rules;
}

}  // namespace termhost::host::record
