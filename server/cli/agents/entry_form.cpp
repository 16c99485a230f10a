#include "cli/agents/entry_form.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "rpc/json_reader.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::cli {
namespace {

using protocol::OrderedJson;

std::string hook_line(const EntryForm& form) {
  return fmt::format("{} {}", shell::quote(form.program, shell::ShellKind::Bash), form.arguments);
}

OrderedJson words_of(const EntryForm& form) {
  OrderedJson words = rpc::read_json<OrderedJson>(form.arguments).value();
  words.insert(words.begin(), form.program);
  return words;
}

/// The text that quote() has made a word of; a word of another form gives another text.
std::string unquoted(std::string word) {
  if (!word.starts_with('\'') || word.size() < 2) return word;
  word = word.substr(1, word.size() - 2);
  constexpr std::string_view apostrophe = "'\\''";
  for (std::size_t at = 0; (at = word.find(apostrophe, at)) != std::string::npos; ++at)
    word.replace(at, apostrophe.size(), "'");
  return word;
}

/// A template that is compared with a value, and what its texts stand for there.
class Match {
 public:
  explicit Match(std::string arguments) : form_{"", std::move(arguments)} {}

  [[nodiscard]] bool matches(const OrderedJson& entry, const OrderedJson& value) {
    if (entry.is_object()) return has_members(entry, value);
    if (entry.is_array()) return value.is_array() && value.size() == entry.size() && has_elements(entry, value);
    if (entry == "PROGRAM") return value.is_string() && has_program(value);
    if (entry == "ARGUMENTS") return value == rpc::read_json<OrderedJson>(form_.arguments).value();
    if (entry == "COMMAND")
      return value.is_array() && !value.empty() && value[0].is_string() && has_program(value[0]) &&
             value == words_of(form_);
    if (entry == "HOOK") return value.is_string() && is_hook(value);
    return entry == value;
  }

  [[nodiscard]] const EntryForm& form() const { return form_; }

 private:
  [[nodiscard]] bool has_members(const OrderedJson& entry, const OrderedJson& value) {
    if (!value.is_object() || value.size() != entry.size()) return false;
    for (const auto& [name, part] : entry.items())
      if (!value.contains(name) || !matches(part, value[name])) return false;
    return true;
  }

  [[nodiscard]] bool has_elements(const OrderedJson& entry, const OrderedJson& value) {
    for (std::size_t i = 0; i < entry.size(); ++i)
      if (!matches(entry[i], value[i])) return false;
    return true;
  }

  [[nodiscard]] bool has_program(const std::string& program) {
    form_.program = program;
    return is_named_termhost(program);
  }

  [[nodiscard]] bool is_hook(const std::string& line) {
    const std::string end = " " + form_.arguments;
    return line.ends_with(end) && has_program(unquoted(line.substr(0, line.size() - end.size()))) &&
           hook_line(form_) == line;
  }

  EntryForm form_;
};

}  // namespace

bool is_named_termhost(std::string_view program) { return std::filesystem::path(program).filename() == "termhost"; }

OrderedJson filled(OrderedJson entry, const EntryForm& form) {
  if (entry.is_structured())
    for (OrderedJson& part : entry) part = filled(std::move(part), form);
  if (entry == "PROGRAM") return form.program;
  if (entry == "ARGUMENTS") return rpc::read_json<OrderedJson>(form.arguments).value();
  if (entry == "COMMAND") return words_of(form);
  if (entry == "HOOK") return hook_line(form);
  return entry;
}

std::optional<EntryForm> form_of(const OrderedJson& entry, const OrderedJson& value,
                                 const std::vector<std::string>& arguments) {
  for (const std::string& each : arguments)
    if (Match match(each); match.matches(entry, value)) return match.form();
  return std::nullopt;
}

}  // namespace termhost::cli
