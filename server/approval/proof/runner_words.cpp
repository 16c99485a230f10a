#include "approval/proof/runner_words.hpp"

#include <algorithm>
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

/// `--cov` of `--cov=src`
std::string_view option_name(std::string_view option) { return option.substr(0, option.find_first_of("=:")); }

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

/// The options of one word.
struct ReadOptions {
  bool harmless = true;
  std::size_t words = 1;  ///< with the argument
  ArgumentKind kind = ArgumentKind::Any;
  std::string value = {};
};

/// `words` begin with the option, and have the next word if that may be its argument.
ReadOptions read_options(Words words, const OptionTable& options) {
  ReadOptions read;
  read.words = read_option(words, 0, options, [&](const Option& option) {
    if (option.single_dash && !option.is_known()) return;  // its letters follow
    read.harmless &= option.is_known();
    if (option.row == nullptr) return;
    read.kind = option.row->kind;
    if (!option.argument) return;
    read.value = *option.argument;
    if (option.letter != 0 && option.argument_at == 0 && read.value.starts_with('=')) read.value.erase(0, 1);
    const bool writes = read.kind == ArgumentKind::Output;  // if it may, each word of a runner asks
    read.harmless &= read.value.empty() || writes || fits(read.kind, {read.value});
  });
  return read;
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
  const ReadOptions option = read_options(words.subspan(at, last ? 1 : 2), runner.program.options);
  if (!option.harmless && !runner.context.any_rest) object(at, describe_option(runner.name, option_name(word.text)));
  const std::size_t place = at + option.words - 1;
  check(place, option.value);
  if (option.kind != ArgumentKind::Output && names_a_log(option.value))
    object(place, log_as_code(runner.name, option.value));
  if (!option.value.empty() && !is_known_value(words[place], *runner.context.places)) unknown(place);
  if (option.kind != ArgumentKind::Module) return {option.words, nullptr, {}};
  const Program* const module = module_runner(option.value);
  if (module == nullptr)
    object(place, fmt::format("the effect of `{}` with the module `{}` is not known", runner.name, option.value));
  return {option.words, module, option.value};
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
