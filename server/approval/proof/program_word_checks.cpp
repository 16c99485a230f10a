#include "approval/proof/program_word_checks.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "approval/languages/plain_awk.hpp"
#include "approval/languages/plain_sed.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/proof/arguments.hpp"
#include "approval/proof/builtin_word_checks.hpp"
#include "approval/proof/copied_logs.hpp"
#include "approval/proof/operands.hpp"
#include "approval/proof/search_programs.hpp"
#include "approval/text.hpp"
#include "secrets/variables.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using shell::UnknownPart;

/// `git reflog main` shows, `git reflog expire` and its like forget.
Objection reflog_words(Words words, const ProofContext& context, std::size_t offset) {
  for (std::size_t at = 1; at < words.size(); ++at)
    if (!context.is_spelled(offset + at) && (!words[at].known() || listed("expire delete drop write", words[at].text)))
      return fmt::format("`git reflog {}` may delete entries of the reflog", words[at].known() ? words[at].text : "…");
  return std::nullopt;
}

/// `xz -l -d x.xz` is `xz -d x.xz`: the last one says what happens to the file.
Objection compressor_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  for (const ShellWord& word : words.subspan(1))
    if (may_be_read_as_option(word) && !listed(find_program("gzip")->reads_with, word.text))
      return fmt::format("`{}` may replace the file", words[0].text);
  return std::nullopt;
}

/// tee may write to the terminal, or to a log of a command that a rule allows.
Objection tee_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  for (const ShellWord& word : words.subspan(1)) {
    const bool nowhere = word.known() && listed("/dev/null /dev/stdout /dev/stderr", word.text);
    if (may_be_read_as_option(word) || nowhere || (context.may_log && context.places->is_log(word))) continue;
    return "its output goes to a file";
  }
  return std::nullopt;
}

/// `tar czf a.tar b`: letters without a dash, whose arguments follow.
Objection tar_words(Words words, const ProofContext& context, std::size_t offset) {
  if (words.size() < 2 || context.is_spelled(offset + 1) || may_be_read_as_option(words[1])) return std::nullopt;
  const std::string& letters = words[1].text;
  const bool plain = words[1].known() && letters.find_first_not_of("ctxuvzjJpkOmhSf") == std::string::npos &&
                     std::count(letters.begin(), letters.end(), 'f') <= 1;
  const bool file = letters.find('f') == std::string::npos ||
                    (words.size() > 2 && words[2].known() && words[2].text.find(':') == std::string::npos);
  if (plain && file) return std::nullopt;
  return "the first word of `tar` is not known to be harmless";
}

/// A program whose first operand is a script, unless an option gives one.
struct Scripted {
  std::string_view name;
  std::string_view letters = {};  ///< of the options that give a script
  bool options_first = false;
};

/// Checks the words that are the script. The reader of the row checks all other options.
template <class IsPlain>
Objection script_words(Words words, const ProofContext& context, std::size_t offset, const Scripted& program,
                       const IsPlain& is_plain) {
  const OptionTable& syntax = options_of(program.name);
  bool given = false;
  Objection objection;
  for (std::size_t at = 1; at < words.size() && !objection; ++at) {
    const ShellWord& word = words[at];
    if (word.known() && word.text == "--") continue;
    if (may_be_read_as_option(word) && !(given && program.options_first)) {
      const std::size_t taken = read_option(words, at, syntax, [&](const Option& option) {
        if (!option.is(program.letters, "expression") || objection) return;
        objection = is_plain(option.argument.value_or(""), words, context);
        given = true;
      });
      at += std::max<std::size_t>(taken, 1) - 1;
      continue;
    }
    if (!given && !context.is_spelled(offset + at))
      objection = is_plain(word.splits ? std::string(1, shell::unknown_part) : word.text, words, context);
    given = true;
  }
  return objection;
}

/// Numbers may be filled in; anything else that is unknown may be a command of the script.
std::optional<std::string> filled(const std::string& script, Words words) {
  if (script.find(shell::unknown_part) == std::string::npos) return script;
  const bool numbers = std::all_of(words.begin(), words.end(), [&](const ShellWord& word) {
    return word.text.find(shell::unknown_part) == std::string::npos || is_digits(word) ||
           word.text.find(script) == std::string::npos;
  });
  if (!numbers) return std::nullopt;
  std::string text = script;
  std::replace(text.begin(), text.end(), shell::unknown_part, '1');
  return text;
}

Objection sed_words(Words words, const ProofContext& context, std::size_t offset) {
  return script_words(words, context, offset, {"sed", "e"},
                      [](const std::string& script, Words all, const ProofContext&) -> Objection {
                        const std::optional<std::string> text = filled(script, all);
                        if (text && is_plain_sed(*text)) return std::nullopt;
                        return "its script is not plainly harmless: `sed` can run programs and write files";
                      });
}

/// Tables of awk's with content from outside of the line.
constexpr std::array<std::string_view, 4> looks{"ARGV", "ENVIRON", "SYMTAB", "PROCINFO"};

Objection awk_words(Words words, const ProofContext& context, std::size_t offset) {
  for (const ShellWord& word : words.subspan(1))
    if (word.text.starts_with("/inet")) return "`awk` opens a network connection";
  return script_words(words, context, offset, {.name = "awk", .options_first = true},
                      [](const std::string& script, Words all, const ProofContext& c) -> Objection {
                        const std::optional<std::string> text = filled(script, all);
                        if (!text || !is_plain_awk(*text))
                          return "its program is not plainly harmless: `awk` can run programs and write files";
                        const bool looks_around = std::any_of(looks.begin(), looks.end(), [&](std::string_view name) {
                          return text->find(name) != std::string::npos;
                        });
                        if (c.rule_origin == RuleOrigin::BuiltIn && looks_around)
                          return "its program may read other files or the environment";
                        return std::nullopt;
                      });
}

/// True if a function of jq in the filter shows the environment or reads other files. A field may have any name:
/// `.env`.
bool reaches_elsewhere(std::string_view filter) {
  static constexpr std::array<std::string_view, 6> functions{
      "env", "import", "include", "input_filename", "modulemeta", "get_search_list"};
  bool reaches = false;
  for (std::size_t at = 0; at < filter.size() && !reaches;) {
    const std::size_t begin = at++;
    if (!is_name_start(filter[begin])) continue;
    while (at < filter.size() && is_name_char(filter[at])) ++at;
    const std::string name = lower(filter.substr(begin, at - begin));
    const std::string_view before = filter.substr(0, begin);
    const bool called = filter.substr(at).starts_with("(");
    if (before.ends_with('.') && !before.ends_with("..") && !called) continue;
    reaches = before.ends_with('$') ? name == "env" : std::ranges::any_of(functions, [&](std::string_view function) {
      return name.starts_with(function);
    });
  }
  return reaches;
}

Objection jq_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  bool first = true;  // the filter, where no option before it takes a word
  for (const ShellWord& word : words.subspan(1)) {
    const std::string text = lower(word.text);
    const bool option = text.starts_with('-');
    if (first && !option && !word.known()) return "its filter is known only at run time";
    const bool names_file = !first && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-/") == text.npos &&
                            (text.find('/') != text.npos || text.find(".json") != text.npos);
    first = first && option;
    if (!names_file && !option && reaches_elsewhere(word.text))
      return "its filter may show the environment or read other files";
    if (!word.known() && word.unknown == UnknownPart::Text) return "its filter is known only at run time";
  }
  return std::nullopt;
}

/// A setting that is asked for; with a value, or `edit`, it would be changed.
bool is_public_setting(std::string_view name) {
  return has_only(name, ".-/") &&
         (listed("user.name user.email user.signingkey", name) || name.starts_with("core.") ||
          name.starts_with("branch.") || (name.starts_with("remote.") && name.ends_with(".url")));
}

Objection git_config_words(Words words, const ProofContext& context, std::size_t offset) {
  const Invocation call = read_invocation(words, options_of("git config"));
  const bool all = words[0].text == "list" || std::ranges::any_of(call.options, [](const Option& option) {
                     return option.is("lz", "list get-regexp regexp");
                   });
  const bool personal = !all && words.back().known() && is_public_setting(words.back().text);
  if (context.rule_origin == RuleOrigin::BuiltIn && !personal) return "settings may hold secrets";
  if (!call.unknown.empty()) return "it may change a setting, and some settings run programs";
  const std::string* key = nullptr;
  for (const std::size_t at : call.operands) {
    if (context.is_spelled(offset + at)) continue;
    const bool harmless = key == nullptr ? words[at].text.find('.') != std::string::npos
                                         : fits(ArgumentKind::GitSetting, {fmt::format("{}={}", *key, words[at].text)});
    if (!words[at].known() || !harmless) return "it may change a setting, and some settings run programs";
    key = &words[at].text;
  }
  return std::nullopt;
}

/// `git commit -F .env`: `git log` shows it then to everybody.
Objection message_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  for (const Option& option : read_invocation(words, options_of(fmt::format("git {}", words[0].text))).options)
    if (option.is("F", "file") && option.argument && context.places->is_hidden(*option.argument))
      return not_public(*option.argument);
  return std::nullopt;
}

/// The options after `--` are rustc's, of which those for lints are harmless: `-D warnings`.
Objection clippy_words(Words words, const ProofContext& /*context*/, std::size_t /*offset*/) {
  const auto end = std::ranges::find_if(words, [](const ShellWord& word) { return word.text == "--"; });
  const bool lints = std::all_of(end, words.end(), [](const ShellWord& word) {
    std::string_view text = word.text;
    if (listed("-- --no-deps", text)) return true;
    if (text.starts_with('-')) text.remove_prefix(text.find_first_of("DWAF") == 1 ? 2 : 0);
    return word.known() && has_only(text, ":");
  });
  return lints ? std::nullopt : Objection("its arguments for the compiler rustc may run a program");
}

/// xmllint reads `http://x/a.xml` from the network.
Objection xmllint_words(Words words, const ProofContext& /*context*/, std::size_t /*offset*/) {
  for (const std::size_t at : read_invocation(words, options_of("xmllint")).operands)
    if (words[at].text.find(':') != std::string::npos) return "it may read from the network";
  return std::nullopt;
}

Objection printenv_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  for (const ShellWord& word : words.subspan(1))
    if (!word.known() || secrets::may_hold_secret(word.text)) return "it may show a secret that the environment holds";
  if (words.size() < 2) return "it shows all variables";
  return std::nullopt;
}

/// BSD's letters without a dash: `e` shows the environment, where secrets are.
Objection ps_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    const bool letters = text.find_first_not_of("auxwflj0123456789,rsmtTh") == std::string::npos;
    if (!words[at].known() || (text[0] != '-' && !letters) || lower(text).find("env") != std::string::npos)
      return "`ps` may show the environment of processes";
    const bool format = text[0] == '-' && text.ends_with('o') && !text.starts_with("--");
    const bool named = format && at + 1 < words.size() && words[at + 1].known();
    at += named && lower(words[at + 1].text).find("env") == std::string::npos ? 1 : 0;
  }
  return std::nullopt;
}

/// lsof would look up a host's name in the network, and without `-n` the address of each connection.
Objection lsof_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  bool numbers = false;
  for (const ShellWord& word : words.subspan(1)) {
    if (!word.known() || word.text.find('@') != std::string::npos) return "it may look up a host on the network";
    const std::string_view letters = std::string_view(word.text).substr(0, word.text.find_first_of("ipcusd"));
    numbers |= letters.starts_with('-') && letters.find_first_of("nt") != std::string_view::npos;
  }
  return numbers ? std::nullopt : Objection("without `-n` it looks up the names of hosts on the network");
}

/// A word with a slash is a file, which may include others.
Objection man_words(Words words, const ProofContext& /*context*/, std::size_t /*offset*/) {
  const bool page = std::ranges::all_of(
      words.subspan(1), [](const ShellWord& word) { return word.known() && word.text.find('/') == std::string::npos; });
  return page ? std::nullopt : Objection("it may read any file as a page of the manual");
}

Objection pytest_words(Words words, const ProofContext& context, std::size_t offset) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (context.is_spelled(offset + at)) continue;
    if (words[at].text.starts_with('@')) return "`pytest` takes options from a file";
    if (words[at].text.starts_with("--pasteb")) return "`pytest --pastebin` sends its output to a site";
    if (words[at].text.starts_with("--baset")) return "`pytest --basetemp` removes the folder that it names";
  }
  return std::nullopt;
}

}  // namespace

WordCheck find_program_word_check(std::string_view program) {
  static const std::unordered_map<std::string_view, WordCheck> specials{
      {"git config", git_config_words},
      {"git config get", git_config_words},
      {"git config list", git_config_words},
      {"pytest", pytest_words},
      {"py.test", pytest_words},
      {"git reflog", reflog_words},
      {"grep", grep_words},
      {"egrep", grep_words},
      {"fgrep", grep_words},
      {"rg", rg_words},
      {"ag", ag_words},
      {"ack", ag_words},
      {"diff", diff_words},
      {"printenv", printenv_words},
      {"ps", ps_words},
      {"lsof", lsof_words},
      {"man", man_words},
      {"tee", tee_words},
      {"gzip", compressor_words},
      {"gunzip", compressor_words},
      {"bzip2", compressor_words},
      {"bunzip2", compressor_words},
      {"xz", compressor_words},
      {"unxz", compressor_words},
      {"zstd", compressor_words},
      {"tar", tar_words},
      {"gtar", tar_words},
      {"bsdtar", tar_words},
      {"sed", sed_words},
      {"gsed", sed_words},
      {"awk", awk_words},
      {"gawk", awk_words},
      {"mawk", awk_words},
      {"nawk", awk_words},
      {"original-awk", awk_words},
      {"jq", jq_words},
      {"gojq", jq_words},
      {"jaq", jq_words},
      {"xmllint", xmllint_words},
      {"cargo clippy", clippy_words},
      {"git apply", patch_words},
      {"git am", patch_words},
      {"git mv", copy_words},
      {"cp", copy_words},
      {"mv", copy_words},
      {"ln", copy_words},
      {"git commit", message_words},
      {"git tag", message_words},
      {"git merge", message_words},
  };
  const auto found = specials.find(program);
  return found == specials.end() ? nullptr : found->second;
}

}  // namespace termhost::approval
