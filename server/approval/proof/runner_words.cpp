#include "approval/proof/runner_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "approval/places/paths.hpp"
#include "approval/programs/effects.hpp"
#include "approval/proof/arguments.hpp"
#include "approval/proof/operands.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using Rows = std::array<const Program*, 2>;

struct OptionEntry {
  bool harmless = false;
  bool takes_next = false;  ///< the next word is its argument, unless that is an option
  ArgumentKind kind = ArgumentKind::Any;
  std::string_view attached = {};  ///< its argument, in the same word
};

/// `--cov` of `--cov=src`
std::string_view option_name(std::string_view option) { return option.substr(0, option.find_first_of("=:")); }

OptionEntry with_value(ArgumentKind kind, std::string_view attached, std::string_view next) {
  const bool takes_next = attached.empty();
  const std::string_view value = takes_next ? next : attached;
  const bool writes = kind == ArgumentKind::Output;  // if it may, each word of a runner asks
  return {value.empty() || writes || fits(kind, {value}), takes_next, kind, attached};
}

/// `--cov=src`, `-p:Configuration=Release`
OptionEntry named(const Rows& rows, std::string_view option, bool single_dash, std::string_view next) {
  const std::string_view name = option_name(option);
  const std::string_view attached = option.substr(std::min(name.size() + 1, option.size()));
  for (const Program* row : rows) {
    const Program::Long* found = row->find_long(name.substr(single_dash ? 1 : 2), single_dash, true);
    if (found == nullptr) continue;
    if (found->takes || !attached.empty()) return with_value(found->kind, attached, found->takes ? next : "");
    return {true};
  }
  return {};
}

Program::Letter letter_of(const Rows& rows, char c) {
  for (const Program* row : rows)
    if (const Program::Letter& letter = row->letters[static_cast<unsigned char>(c) & 0x7FU]; letter.known)
      return letter;
  return {};
}

/// `-xvs`, `-n4`
OptionEntry letters(const Rows& rows, std::string_view text, std::string_view next) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const Program::Letter letter = letter_of(rows, text[at]);
    if (!letter.known || static_cast<unsigned char>(text[at]) > 0x7F) return {};
    if (!letter.takes && !letter.attached) continue;
    std::string_view value = text.substr(at + 1);
    if (value.starts_with('=')) value.remove_prefix(1);
    if (!letter.takes && value.empty()) return {true};
    return with_value(letter.kind, value, next);
  }
  return {true};
}

/// `--reporter=./a.log`, `--doctest-glob=*.log`: an option that reads may run it.
bool names_a_log(std::string_view value) {
  bool found = false;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of("=:,"), value.size());
    found = found || names_log(value.substr(0, end));
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return found;
}

bool is_plain_for_shell(std::string text) {
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) > 0x7F; });
  return has_only(text, "./:@%+,=- ");
}

/// The entry for an option in the row of `runner`, or in the row for all runners. `next`: the next word, if it may be
/// the option's argument.
OptionEntry option_entry(const Program& runner, std::string_view option, std::string_view next) {
  static const Program& any = *find_program("any runner");
  const Rows rows{&runner, &any};
  if (option_name(option).find(shell::unknown_part) != std::string_view::npos) return {};
  if (option.starts_with("--")) return named(rows, option, false, next);
  const OptionEntry whole = named(rows, option, true, next);
  return whole.harmless ? whole : letters(rows, option.substr(1), next);
}

/// An unknown value is not harmless: an option that writes could overwrite any file.
bool is_known_value(const shell::ShellWord& word, const ReadablePlaces& places) {
  return word.known() || word.unknown <= shell::UnknownPart::Number ||
         places.each_of_list(word, [](std::string_view) { return true; });
}

/// `coverage run -m pytest`: what follows is for that.
const Program* module_runner(std::string_view module) {
  const Program* const runner = find_program(module);
  return runner != nullptr && runner->has(RunsProject) && !runner->has(Subcommands) ? runner : nullptr;
}

}  // namespace

RunnerOption read_runner_option(Words words, std::size_t at, const Runner& runner, const ObjectTo& object) {
  const shell::ShellWord& word = words[at];
  const auto check = [&](std::size_t place, std::string_view text) {
    if (Objection why = outside_project_objection(text, runner)) object(place, std::move(*why));
  };
  const auto unknown = [&](std::size_t place) {
    object(place, fmt::format("a word of `{}` is known only at run time", runner.name));
  };
  if (runner.program.has(NoAssignment) && !word.known()) unknown(at);
  check(at, word.text);
  if (word.start().empty()) {  // names of files
    if (may_name_log(word)) object(at, log_as_code(runner.name, "*"));
    return {};
  }
  const bool last = at + 1 == words.size() || may_be_read_as_option(words[at + 1]);
  const OptionEntry option = option_entry(runner.program, word.text, last ? "" : std::string_view(words[at + 1].text));
  if (!option.harmless && !runner.context.any_rest) object(at, describe_option(runner.name, option_name(word.text)));
  const std::size_t place = option.takes_next && !last ? at + 1 : at;
  const std::string_view value = place > at ? std::string_view(words[place].text) : option.attached;
  check(place, value);
  if (option.kind != ArgumentKind::Output && names_a_log(value)) object(place, log_as_code(runner.name, value));
  if (!value.empty() && !is_known_value(words[place], *runner.context.places)) unknown(place);
  if (option.kind != ArgumentKind::Module) return {place - at + 1, nullptr, {}};
  const Program* const module = module_runner(value);
  if (module == nullptr)
    object(place, fmt::format("the effect of `{}` with the module `{}` is not known", runner.name, value));
  return {place - at + 1, module, std::string(value)};
}

Objection outside_project_objection(std::string_view text, const Runner& runner) {
  if (text.find('$') != text.npos) return fmt::format("`{}` may replace `{}`", runner.name, text);
  if (lower(text).find("data:") != std::string::npos) return fmt::format("`{}` holds code", text);
  if (runner.program.has(Responses) && text.starts_with('@')) return fmt::format("`{}` holds options", text);
  if (runner.program.has(OptionsFirst) && text == "-") return fmt::format("`{}` runs what it reads", runner.name);
  if (runner.program.has(OptionsFirst) && text.find("node_modules") != text.npos)
    return fmt::format("`{}` is not code of the project", text);
  if (runner.name == "just" && !is_plain_for_shell(std::string(text)))
    return fmt::format("`{}` puts `{}` into a shell command", runner.name, text);
  if (runner.name.starts_with("bazel ") && text.starts_with("//") && !has_part(text, ".."))
    return std::nullopt;   // a target
  while (!text.empty()) {  // `--cov-report=html:/etc/x`
    const std::string_view path = text.substr(0, text.find_first_of("=:,"));
    const bool elsewhere = path.starts_with('/') && path != "/dev/null" && !runner.context.places->in_workspace(path);
    if (elsewhere || !runner.context.places->may_be_told(path)) return not_public(path);
    const std::string full = normal_path(path, "/x");
    if (is_input(full) && full != "/dev/null") return fmt::format("`{}` may run what it reads", runner.name);
    text.remove_prefix(std::min(path.size() + 1, text.size()));
    if (listed("http https ws wss", path) && text.starts_with("//") && !has_part(text, "..")) break;  // an address
  }
  return std::nullopt;
}

const Program* spelled_runner(Words words, const Program& program, const ProofContext& context) {
  const bool spelled = words.size() > 2 && words[1].text == "-m" && context.is_spelled(2);
  return program.has(AnyWord) && spelled && context.rule_origin == RuleOrigin::Policy ? module_runner(words[2].text)
                                                                                      : nullptr;
}

bool tells_harness_to_write(Words rest) {
  return std::ranges::any_of(rest, [](const shell::ShellWord& word) { return word.text.starts_with("--logfile"); });
}

}  // namespace termhost::approval
