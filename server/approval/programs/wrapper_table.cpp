#include "approval/programs/wrapper_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "approval/entries.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::array<std::string_view, 5> runs{"nothing", "command", "code", "each-code", "one-code"};
constexpr std::array<std::string_view, 16> flags{"assignments",     "input-is-code", "input-appends", "same-shell",
                                                 "powershell-code", "any-place",     "queries",       "splits-string",
                                                 "dash-dash",       "aliases",       "replaces",      "argument-lists",
                                                 "option-rest",     "script",        "language",      "plus-is-code"};

struct Tables {
  std::unordered_map<std::string_view, std::vector<Wrapper>> wrappers;
  std::unordered_map<std::string_view, Wrapper> subcommands;
  std::unordered_map<std::string_view, OptionTable> options;  ///< by program, or program and subcommand
};

void add_word(std::string_view word, Wrapper& wrapper) {
  if (const auto* run = std::find(runs.begin(), runs.end(), word); run != runs.end())
    wrapper.runs = static_cast<Runs>(run - runs.begin());
  if (const auto* flag = std::find(flags.begin(), flags.end(), word); flag != flags.end())
    wrapper.flags |= static_cast<std::uint32_t>(1U << static_cast<unsigned>(flag - flags.begin()));
}

/// `letters abc`, `code-options command`: options that take an argument, and their effect.
void add_options(std::string_view key, std::string_view rest, OptionTable& options) {
  const std::string_view effect = key.substr(0, std::min(key.rfind('-'), key.size()));
  const bool attached = effect == "attached";
  const bool letters = key.ends_with("letters");
  const OptionRow row{.name = {},
                      .takes = attached ? Takes::Attached : Takes::Argument,
                      .words = static_cast<std::uint8_t>(effect == "pair"     ? 2
                                                         : effect == "triple" ? 3
                                                                              : 1),
                      .effects = option_effect(effect)};
  for (const char letter : letters ? rest : std::string_view()) options.add_letter(letter, row);
  if (letters) return;
  for_each_part(rest, ' ', [&](std::string_view name) {
    OptionRow named = row;
    named.name = name;
    options.add_name(named);
  });
}

void add_line(std::string_view line, Wrapper& wrapper) {
  const std::string_view key = line.substr(0, line.find(' '));
  const std::string_view rest = line.substr(std::min(key.size() + 1, line.size()));
  if (key == "does") return for_each_part(rest, ' ', [&](std::string_view word) { add_word(word, wrapper); });
  if (key == "operands") return void(std::from_chars(rest.data(), rest.data() + rest.size(), wrapper.operands));
  add_options(key, rest, wrapper.options);
}

Tables read_tables() {
  Tables tables;
  for (const Entry& entry : read_entries("wrappers")) {
    Wrapper row;
    for (const std::string_view line : entry.lines) add_line(line, row);
    for (const std::string_view name : entry.names) {
      Wrapper wrapper = row;
      if (const Program* program = find_program(name))
        wrapper.options.add(program->options);  // the wrapper's own holds
      wrapper.options.allow_one_dash();
      tables.options[name].add(wrapper.options);
      if (entry.lines.front().starts_with("does subcommands")) {
        tables.subcommands.emplace(name, wrapper);
        continue;
      }
      for_each_part(name, ' ', [&](std::string_view part) { wrapper.subcommand.push_back(part); });
      const std::string_view program = wrapper.subcommand.front();
      wrapper.subcommand.erase(wrapper.subcommand.begin());
      tables.wrappers[program].push_back(wrapper);
    }
  }
  return tables;
}

const Tables& tables() {
  static const Tables read = read_tables();
  return read;
}

}  // namespace

const std::vector<Wrapper>* wrappers_of(std::string_view program) {
  auto found = tables().wrappers.find(program);
  if (found == tables().wrappers.end()) found = tables().wrappers.find(without_version(program));
  return found == tables().wrappers.end() ? nullptr : &found->second;
}

const Wrapper* options_before_subcommand(std::string_view program) {
  const auto found = tables().subcommands.find(program);
  return found == tables().subcommands.end() ? nullptr : &found->second;
}

const OptionTable& options_of(std::string_view program) {
  static const OptionTable none;
  if (const auto found = tables().options.find(program); found != tables().options.end()) return found->second;
  const Program* row = find_program(program);
  return row == nullptr ? none : row->options;
}

}  // namespace termhost::approval
