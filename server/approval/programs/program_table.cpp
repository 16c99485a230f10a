#include "approval/programs/program_table.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "approval/entries.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// An option as a table writes it; `row`: what its line says of it.
void add_option(std::string_view text, OptionRow row, OptionTable& table) {
  const bool word = text.starts_with('+');
  if (word || text.starts_with("--")) {
    text.remove_prefix(word ? 1 : 2);
    const std::size_t end = std::min(text.find_first_of(":="), text.size());
    row.name = text.substr(0, end);
    row.takes = end < text.size() ? Takes::Argument : Takes::Nothing;
    if (end + 1 < text.size()) row.kind = static_cast<ArgumentKind>(text[end + 1]);
    row.one_dash = word;
    row.two_dashes = !word;
    return table.add_name(row);
  }
  const std::size_t joint = std::min(text.find_first_of(":?"), text.size());
  for (const char letter : text.substr(1, joint - 1)) table.add_letter(letter, row);
  if (joint == text.size()) return;
  row.takes = text[joint] == ':' ? Takes::Argument : Takes::Attached;
  if (joint + 1 < text.size()) row.kind = static_cast<ArgumentKind>(text[joint + 1]);
  table.add_letter(text[joint - 1], row);
}

using Programs = std::unordered_map<std::string_view, Program>;

constexpr std::array<std::string_view, 25> flag_names{
    "reads",      "any-option", "any-word",        "options-first",  "rest-any",  "text-operands", "pattern",
    "names-only", "wraps",      "assigns",         "no-assignment",  "remote",    "runs-project",  "subcommands",
    "plus-first", "appends",    "no-side-effects", "reads-commands", "responses", "toolchain",     "ruled",
    "pinned",     "here",       "of-project",      "piped-paths"};

/// An unknown name makes the program always ask.
std::uint32_t flag(std::string_view name) {
  const auto* const found = std::find(flag_names.begin(), flag_names.end(), name);
  return found == flag_names.end() ? ReadsCommands : 1U << static_cast<unsigned>(found - flag_names.begin());
}

/// One indented line of an entry.
void add_line(std::string_view line, Program& program) {
  const std::string_view key = line.substr(0, line.find(' '));
  const std::string_view rest = line.substr(std::min(key.size() + 1, line.size()));
  if (key == "does") return for_each_part(rest, ' ', [&](std::string_view name) { program.flags |= flag(name); });
  if (key == "operands") return void(std::from_chars(rest.data(), rest.data() + rest.size(), program.operands));
  if (key == "reading") return void(std::from_chars(rest.data(), rest.data() + rest.size(), program.reading_operands));
  if (key == "takes") return void(program.operand = static_cast<ArgumentKind>(rest[0]));
  if (key == "only") return void(program.reads_with.append(program.reads_with.empty() ? "" : " ").append(rest));
  if (const std::uint32_t effect = option_effect(key); effect != 0)
    return for_each_part(rest, ' ', [&](std::string_view option) { program.options.mark(option, effect); });
  const bool more = key == "more";
  const bool also = key == "also";
  OptionTable others;
  for_each_part(more || also ? rest : line, ' ', [&](std::string_view option) {
    add_option(option, {.name = {}, .harmless = !also, .more = more}, also ? others : program.options);
  });
  program.options.add(others);
}

Programs read_tables(std::initializer_list<std::string_view> tables) {
  Programs programs;
  for (const std::string_view table : tables) {
    const bool of_project = table == "project" || table == "runners";
    for (const Entry& entry : read_entries(table)) {
      Program program{.flags = of_project ? OfProject : 0U};
      for (const std::string_view line : entry.lines) add_line(line, program);
      for (const std::string_view name : entry.names) programs.emplace(name, program);
    }
  }
  if (const auto any = programs.find("any runner"); any != programs.end())
    for (auto& [name, program] : programs)
      if (program.has(RunsProject)) program.options.add(any->second.options);
  return programs;
}

}  // namespace

bool is_program_flag(std::string_view word) {
  return std::find(flag_names.begin(), flag_names.end(), word) != flag_names.end();
}

const Program* find_program(std::string_view name) {
  static const Programs programs = read_tables({"system", "git", "project", "runners"});
  const auto found = programs.find(name);
  return found == programs.end() ? nullptr : &found->second;
}

const Program* find_cmdlet(std::string_view name) {
  static const Programs programs = read_tables({"powershell"});
  const auto found = programs.find(name);
  return found == programs.end() ? nullptr : &found->second;
}

}  // namespace termhost::approval
