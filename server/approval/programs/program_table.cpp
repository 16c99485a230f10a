#include "approval/programs/program_table.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "approval/entries.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

void add_option(std::string_view text, bool more, Program& program) {
  const bool word = text.starts_with('+');
  if (word || text.starts_with("--")) {
    text.remove_prefix(word ? 1 : 2);
    const std::size_t end = std::min(text.find_first_of(":="), text.size());
    const bool takes = end < text.size();
    const auto kind = end + 1 < text.size() ? static_cast<ArgumentKind>(text[end + 1]) : ArgumentKind::Any;
    program.longs.push_back({text.substr(0, end), takes, word, more, kind});
    program.syntax.add_names(text.substr(0, end), takes ? Takes::Argument : Takes::Nothing, word);
    return;
  }
  for (std::size_t at = 1; at < text.size(); ++at) {
    Program::Letter letter{.known = true, .more = more};
    const std::string_view name = text.substr(at, 1);
    const std::size_t place = static_cast<unsigned char>(text[at]) & 0x7F;
    if (at + 1 < text.size() && (text[at + 1] == ':' || text[at + 1] == '?')) {
      letter.takes = text[at + 1] == ':';
      letter.attached = !letter.takes;
      if (at + 2 < text.size()) letter.kind = static_cast<ArgumentKind>(text[at + 2]);
      at = text.size();
    }
    program.letters[place] = letter;
    program.syntax.add_letters(name, letter.takes      ? Takes::Argument
                                     : letter.attached ? Takes::Attached
                                                       : Takes::Nothing);
  }
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
  const bool more = key == "more";
  const bool also = key == "also";
  Program others;
  for_each_part(more || also ? rest : line, ' ',
                [&](std::string_view option) { add_option(option, more, also ? others : program); });
  program.syntax.add(others.syntax);
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
  return programs;
}

}  // namespace

const Program::Long* Program::find_long(std::string_view name, bool single_dash, bool with_argument) const {
  const Long* found = nullptr;
  for (const Long& one : longs) {
    if (one.single_dash != single_dash || one.name != name) continue;
    if (found == nullptr || one.takes == with_argument) found = &one;
  }
  return found;
}

bool Program::takes_words() const {
  return std::any_of(longs.begin(), longs.end(), [](const Long& one) { return one.single_dash; });
}

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
