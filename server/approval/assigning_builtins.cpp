#include "approval/assigning_builtins.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/options.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;
using shell::ShellWord;
using Words = std::span<const ShellWord>;

/// What the operands of a builtin are.
enum class Operands {
  Declarations,  ///< name or name=value
  Names,         ///< variables it sets or removes
  Expressions,   ///< arithmetic
  SecondName,    ///< getopts: the second is a name
};

struct Builtin {
  std::string_view names;
  Operands operands;
  std::string_view short_args = "";
};

constexpr std::array builtins{
    Builtin{"export declare typeset local readonly integer float nameref private", Operands::Declarations},
    Builtin{"read", Operands::Names, "dinNptuk"},
    Builtin{"mapfile readarray", Operands::Names, "dnOstucC"},
    Builtin{"unset", Operands::Names},
    Builtin{"getopts", Operands::SecondName},
    Builtin{"let", Operands::Expressions},
};

bool is_plain_name(std::string_view text) {
  return !text.empty() && is_name_start(text[0]) && std::all_of(text.begin(), text.end(), is_name_char);
}

/// A word that the shell expands a second time: the substitutions in it run. As code: a here-document, where quotes
/// mean nothing.
Concern evaluated(const ShellWord& word, std::size_t at, std::string reason) {
  const bool runs = !word.known() || word.text.find_first_of("$`") != std::string::npos;
  return {at, std::move(reason), runs, runs ? fmt::format(": <<E\n{}\nE\n", word.text) : std::string()};
}

void check_name(const ShellWord& word, std::size_t at, std::vector<Concern>& found) {
  if (!word.known())
    found.push_back(evaluated(word, at, "which variable it sets is known only when it runs"));
  else if (!is_plain_name(word.text))
    found.push_back(
        evaluated(word, at, fmt::format("`{}` is not a plain name: its subscript may run code", word.text)));
  else if (changes_meaning(word.text))
    found.push_back({at, fmt::format("sets {}, which changes what later commands mean", word.text), false, {}});
}

void check_declaration(const ShellWord& word, std::size_t at, std::vector<Concern>& found) {
  if (word.text.find('=') != std::string::npos)
    found.push_back(evaluated(word, at, "sets a variable"));
  else
    check_name(word, at, found);
}

/// Numbers and operators only; a variable in an expression is itself read as an expression.
void check_expression(const ShellWord& word, std::size_t at, std::vector<Concern>& found) {
  if (!word.known() || std::any_of(word.text.begin(), word.text.end(), is_name_start))
    found.push_back(
        evaluated(word, at, "variables in an expression are read as expressions, whose subscripts may run code"));
}

void check_operands(const Builtin& builtin, Words words, std::vector<Concern>& found) {
  const OptionTable table{builtin.short_args, ""};
  std::size_t operand = 0;
  bool options_end = false;
  for (std::size_t at = 1; at < words.size();) {
    if (!options_end && words[at].text == "--")
      options_end = true, ++at;
    else if (const std::size_t taken = options_end ? 0 : read_option(words, at, table, [](const Option&) {}); taken > 0)
      at += taken;
    else {
      ++operand;
      switch (builtin.operands) {
        case Operands::Declarations: check_declaration(words[at], at, found); break;
        case Operands::Names: check_name(words[at], at, found); break;
        case Operands::Expressions: check_expression(words[at], at, found); break;
        case Operands::SecondName:
          if (operand == 2) check_name(words[at], at, found);
          break;
      }
      ++at;
    }
  }
}

/// `printf -v name`, `test -v name`, `wait -p name`, `print -v name`.
void check_option_name(Words words, char letter, bool sets, std::vector<Concern>& found) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    if (text.size() < 2 || text[0] != '-' || text[1] != letter) continue;
    if (sets) found.push_back({at, "sets a variable", false, {}});
    if (text.size() > 2)
      check_name({text.substr(2)}, at, found);
    else if (at + 1 < words.size())
      check_name(words[at + 1], at + 1, found);
  }
}

/// zsh and ksh read the numbers of `[ a -eq b ]`, `printf %d`, `return` as expressions.
void check_number(Words words, std::size_t at, std::vector<Concern>& found) {
  if (at < words.size()) check_expression(words[at], at, found);
}

void check_comparisons(Words words, std::vector<Concern>& found) {
  for (std::size_t at = 2; at < words.size(); ++at) {
    if (!listed("-eq -ne -lt -le -gt -ge", words[at].text)) continue;
    check_number(words, at - 1, found);
    check_number(words, at + 1, found);
  }
}

void check_printf(Words words, std::vector<Concern>& found) {
  if (words.size() < 3) return;
  const std::string& format = words[1].text;
  bool numeric = !words[1].known();
  for (std::size_t at = format.find('%'); at != std::string::npos && at + 1 < format.size();
       at = format.find('%', at + 2)) {
    const std::size_t type = format.find_first_not_of("#0- +'123456789.", at + 1);
    numeric |=
        type != std::string::npos && std::string_view("diouxXeEfFgGaAc*").find(format[type]) != std::string_view::npos;
  }
  for (std::size_t at = 2; numeric && at < words.size(); ++at) check_number(words, at, found);
}

void check_fish_set(Words words, std::vector<Concern>& found) {
  bool asks = words.size() < 2;
  for (const ShellWord& word : words.subspan(1)) {
    if (!word.text.starts_with('-')) break;
    const bool is_long = word.text.starts_with("--");
    asks |= is_long ? listed("--query --show --names --help", word.text)
                    : word.text.find_first_of("qSn") != std::string::npos;
  }
  if (!asks) found.push_back({1, "sets a variable", false, {}});
}

}  // namespace

void find_builtin_concerns(Words words, std::string_view program, ShellKind shell, std::vector<Concern>& found) {
  if (shell == ShellKind::PowerShell) return;
  if (shell == ShellKind::Fish && program == "set") return check_fish_set(words, found);
  for (const Builtin& builtin : builtins)
    if (listed(builtin.names, program)) check_operands(builtin, words, found);
  const bool tests = program == "test" || program == "[";
  if (program == "printf" || program == "print") check_option_name(words, 'v', true, found);
  if (tests) check_option_name(words, 'v', false, found);
  if (program == "wait") check_option_name(words, 'p', true, found);
  if (shell != ShellKind::Zsh && shell != ShellKind::Ksh) return;
  if (tests) check_comparisons(words, found);
  if (program == "printf") check_printf(words, found);
  if (listed("return exit shift break continue logout", program)) check_number(words, 1, found);
}

}  // namespace termhost::approval
