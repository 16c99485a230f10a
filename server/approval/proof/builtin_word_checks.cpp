#include "approval/proof/builtin_word_checks.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "approval/proof/program_word_checks.hpp"
#include "approval/text.hpp"
#include "approval/variables/names.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;
using shell::ShellWord;
using shell::UnknownPart;

constexpr std::string_view fish_names = "-l -g --local --global";

/// zsh, ksh and mksh read numbers as expressions, whose subscripts run code.
bool numbers_are_expressions(ShellKind shell) {
  return shell == ShellKind::Zsh || shell == ShellKind::Ksh || shell == ShellKind::Unknown;
}

bool is_number(const ShellWord& word) {
  if (!word.known() && (word.splits || !is_digits(word))) return false;
  return !word.text.empty() && std::all_of(word.text.begin(), word.text.end(), [](char c) {
    return is_digit(c) || c == '-' || c == '+' || c == '.' || c == shell::unknown_part;
  });
}

Objection number_objection(const ShellWord& word) {
  if (is_number(word)) return std::nullopt;
  return fmt::format("`{}` may be read as an arithmetic expression, whose array subscripts run code",
                     word.known() ? word.text : "…");
}

Objection name_objection(const ShellWord& word, ShellKind shell) {
  if (!word.known()) return "the variable that it sets is known only at run time";
  if (!is_plain_name(word.text))
    return fmt::format("`{}` is not a plain name: its array subscript may run code", word.text);
  if (!may_be_bound(word.text, shell))
    return fmt::format("it sets {}, which a shell or a program may act on", word.text);
  return std::nullopt;
}

/// A word that could be `-v` or another operator of `test`.
bool may_be_operator(const ShellWord& word) {
  if (word.known()) return false;
  if (is_digits(word) && !word.splits) return false;
  return !word.no_option && (word.start().empty() || word.start()[0] == '-');
}

bool may_hold_subscript(const ShellWord& word) {
  return (!word.known() && !is_digits(word)) || word.text.find('[') != std::string::npos;
}

Objection test_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  const ShellKind shell = context.shell;
  if (shell == ShellKind::Fish || shell == ShellKind::PowerShell || shell == ShellKind::Dash) return std::nullopt;
  if (words[0].text == "[" && words.size() > 1) words = words.first(words.size() - 1);
  static constexpr std::string_view comparisons = "-eq -ne -lt -le -gt -ge";
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    const bool compares = words[at].known() && listed(comparisons, text);
    if (compares && numbers_are_expressions(shell)) {
      if (Objection objection = number_objection(words[at - 1])) return objection;
      if (at + 1 < words.size())
        if (Objection objection = number_objection(words[at + 1])) return objection;
    }
    const bool asks_variable = words[at].known() && (text == "-v" || text == "-R" || text == "-t");
    const bool next = at + 1 < words.size();
    const bool named = next && text != "-t" && is_plain_name(words[at + 1].text) && words[at + 1].known();
    if (asks_variable && next && !named && !is_number(words[at + 1]))
      return "a name in a test may have an array subscript that runs code";
    // `[ "$a" = b ]` is a comparison whatever $a holds; with more or fewer words it may be an operator
    const bool sure = words.size() == 4 && at != 2 && words[2].known() && !words[at].splits &&
                      words[2].text.find_first_not_of("=!<>") == std::string::npos;
    const bool alone = words.size() <= 2 && !words[at].splits;
    const bool behind_operator =
        words.size() == 3 && at == 2 && words[1].known() && words[1].text.starts_with('-') && !words[2].splits;
    if (may_be_operator(words[at]) && !sure && !alone && !behind_operator) {
      const bool dangerous = words[at].splits || std::any_of(words.begin() + 1, words.end(), [&](const ShellWord& w) {
                               return &w != &words[at] && may_hold_subscript(w);
                             });
      if (dangerous) return "a word of the test may become an operator that runs code in an array subscript";
    }
  }
  return std::nullopt;
}

Objection printf_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  std::size_t at = 1;
  if (at < words.size() && words[at].known() && words[at].text == "--") ++at;
  if (at >= words.size()) return std::nullopt;
  const ShellWord& format = words[at];
  if (words.size() == at + 1 && !format.splits && at == 2) return std::nullopt;
  if (format.known() && format.text.starts_with('-') && format.text.size() > 1)
    return "`printf` sets a variable or takes an option";
  if (!format.known()) {
    const bool alone = words.size() == at + 1 && !format.splits && !numbers_are_expressions(context.shell);
    const bool fixed = !format.start().empty() && is_digits(format);
    if (alone || fixed) return std::nullopt;
    return "the format of `printf` is known only at run time, and `%n` sets a variable";
  }
  bool numeric = false;
  for (std::size_t i = format.text.find('%'); i != std::string::npos && i + 1 < format.text.size();
       i = format.text.find('%', i + 2)) {
    const std::size_t type = format.text.find_first_not_of("#0- +'123456789.hlLjzt", i + 1);
    const char c = type == std::string::npos ? 'd' : format.text[type];
    if (c == 'n') return "`%n` of `printf` sets a variable";
    numeric |= std::string_view("sbqcQ%").find(c) == std::string_view::npos;
  }
  if (!numeric || !numbers_are_expressions(context.shell)) return std::nullopt;
  for (const ShellWord& word : words.subspan(at + 1))
    if (Objection objection = number_objection(word)) return objection;
  return std::nullopt;
}

/// `read -p text name`, and the shells' variants of it: each operand is a name, and so is an array.
Objection read_words(Words words, const ProofContext& context, std::size_t offset) {
  const Invocation call = read_invocation(words, find_program("read")->options);
  std::vector<std::size_t> names = call.operands;
  names.insert(names.end(), call.unknown.begin(), call.unknown.end());
  for (const Option& option : call.options) {
    if (option.is("p", "prompt") && context.shell == ShellKind::Fish) return "the prompt of fish's `read` is a command";
    const bool is_name = option.letter == 'a' || (option.letter == 0 && context.shell != ShellKind::Fish);
    if (is_name && option.argument_at > option.at) names.push_back(option.argument_at);
  }
  for (const std::size_t at : names)
    if (Objection objection = name_objection(words[at], context.shell); objection && !context.is_spelled(offset + at))
      return objection;
  return std::nullopt;
}

/// `local x=1`, `export CI=1`: names that may be bound, or that programs may be given.
Objection declared_words(Words words, const ProofContext& context, std::size_t offset) {
  const bool exports = words[0].text == "export";
  if (words.size() == 1 && context.rule_origin == RuleOrigin::BuiltIn) return "it shows all variables";
  for (std::size_t at = 1; at < words.size(); ++at) {
    const ShellWord& word = words[at];
    if (context.is_spelled(offset + at)) continue;
    const std::size_t equals = word.text.find('=');
    const std::string name = word.text.substr(0, equals);
    const ShellWord value{equals == std::string::npos ? std::string() : word.text.substr(equals + 1), word.splits,
                          word.unknown, false};
    if (word.splits || name.find(shell::unknown_part) != std::string::npos)
      return "the variable that it sets is known only at run time";
    if (exports && equals == std::string::npos && is_harmless_environment(name, {})) continue;
    if (exports && equals != std::string::npos && is_harmless_environment(name, value)) continue;
    if (exports) return fmt::format("it sets {} for the programs that run later", name);
    if (Objection objection = name_objection({name}, context.shell)) return objection;
    if (!value.known() || value.text.starts_with('(')) return fmt::format("the value of {} may be read as code", name);
  }
  return std::nullopt;
}

Objection unset_words(Words words, const ProofContext& context, std::size_t offset) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (context.is_spelled(offset + at) || words[at].text == "-v") continue;
    if (Objection objection = name_objection(words[at], context.shell)) return objection;
  }
  return std::nullopt;
}

/// fish: `set x value`; elsewhere the options that end a line early or show it.
Objection set_words(Words words, const ProofContext& context, std::size_t offset) {
  if (words.size() == 1 && context.rule_origin == RuleOrigin::BuiltIn) return "it shows all variables";
  if (context.shell == ShellKind::Fish) {
    std::size_t at = 1;
    bool asks = false;
    for (; at < words.size() && words[at].known() && words[at].text.starts_with('-'); ++at) {
      const bool shows = listed("-S --show", words[at].text);
      if (shows && context.rule_origin == RuleOrigin::BuiltIn) return "it shows the values of variables";
      asks |= shows || listed("-q --query -n --names", words[at].text);
      if (!asks && !listed(fish_names, words[at].text) && !context.is_spelled(offset + at))
        return fmt::format("`set {}` changes what programs or later commands see", words[at].text);
    }
    if (asks || at >= words.size() || context.is_spelled(offset + at)) return std::nullopt;
    return name_objection(words[at], context.shell);
  }
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (context.is_spelled(offset + at)) continue;
    const std::string& text = words[at].text;
    const bool option = words[at].known() && text.size() > 1 && (text[0] == '-' || text[0] == '+') &&
                        text.find_first_not_of("euxo", 1) == std::string::npos;
    if (!option) return fmt::format("`set {}` may change how later commands are read", words[at].known() ? text : "…");
    if (text.back() != 'o') continue;
    ++at;
    if (at < words.size() && !(words[at].known() && listed("pipefail errexit nounset xtrace", words[at].text)) &&
        !context.is_spelled(offset + at))
      return "`set -o` may change how later commands are read";
    if (at >= words.size()) return std::nullopt;
  }
  return std::nullopt;
}

Objection shell_option_words(Words words, const ProofContext& context, std::size_t offset) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const bool flag = words[0].text == "shopt" && listed("-s -u -q -p", words[at].text);
    const bool harmless = words[at].known() && listed(
                                                   "pipefail err_exit errexit no_unset nounset pipe_fail nullglob "
                                                   "failglob null_glob nomatch no_nomatch globstar inherit_errexit",
                                                   lower(words[at].text));
    if (!flag && !harmless && !context.is_spelled(offset + at))
      return fmt::format("`{}` may change how later commands are read", words[0].text);
  }
  return std::nullopt;
}

Objection number_words(Words words, const ProofContext& context, std::size_t offset) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (context.is_spelled(offset + at)) continue;
    if (context.shell == ShellKind::PowerShell)
      return fmt::format("`{}` takes an expression, which may run code", words[0].text);
    if (Objection objection = number_objection(words[at])) return objection;
  }
  return std::nullopt;
}

/// fish: the groups of a regex become variables.
Objection string_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.shell != ShellKind::Fish) return "`string` is a builtin of fish only";
  const bool may_bind = std::any_of(words.begin() + 1, words.end(),
                                    [](const ShellWord& word) { return word.text.find("(?") != std::string::npos; });
  const bool regex =
      words.size() < 2 || !words[1].known() || std::any_of(words.begin() + 1, words.end(), [](const ShellWord& word) {
        const std::string_view text = word.text;
        return may_be_read_as_option(word) && (!word.known() || text.starts_with("--r") ||
                                               (!text.starts_with("--") && text.find('r') != std::string_view::npos));
      });
  const bool known = std::all_of(words.begin() + 1, words.end(), [](const ShellWord& word) { return word.known(); });
  if (regex && (may_bind || !known)) return "the groups of its regular expression may set variables";
  return std::nullopt;
}

/// Home, or where it was before.
Objection cd_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  const bool leaves = words.size() < 2 || may_leave(words.back().text);
  if (context.rule_origin == RuleOrigin::Policy || !leaves) return std::nullopt;
  return "it may leave the workspace";
}

using Specials = std::unordered_map<std::string_view, WordCheck>;

}  // namespace

WordCheck find_word_check(std::string_view program) {
  static const Specials specials{
      {"test", test_words},
      {"cd", cd_words},
      {"chdir", cd_words},
      {"pushd", cd_words},
      {"[", test_words},
      {"printf", printf_words},
      {"read", read_words},
      {"local", declared_words},
      {"export", declared_words},
      {"unset", unset_words},
      {"set", set_words},
      {"setopt", shell_option_words},
      {"unsetopt", shell_option_words},
      {"shopt", shell_option_words},
      {"break", number_words},
      {"continue", number_words},
      {"return", number_words},
      {"exit", number_words},
      {"shift", number_words},
      {"string", string_words},
  };
  const auto found = specials.find(program);
  return found == specials.end() ? find_program_word_check(program) : found->second;
}

}  // namespace termhost::approval
