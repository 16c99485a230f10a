#include "shell/analysis/plain_output.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.hpp"

namespace termhost::shell {
namespace {

/// Splits at blanks, also at quoted ones.
std::vector<std::string_view> parted(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(' ', end);
  }
  return words;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

bool is_plain(std::string_view word) {
  return std::ranges::all_of(word, [](char c) {
    return base::is_letter_or_digit(c) || std::string_view("/~^._-").find(c) != std::string_view::npos;
  });
}

/// Splits at blanks outside of quotes. Empty if the text is not one command, or a word may become several.
std::vector<std::string_view> quoted_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  char quote = '\0';
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : ' ';
    if (c == '`' || c == '\\' || (c == '$' && text.substr(at).starts_with("$("))) return {};
    if (quote != '\0') {
      if (at == text.size()) return {};
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == ' ') {
      if (at > begin) words.push_back(text.substr(begin, at - begin));
      begin = at + 1;
    } else if (std::string_view(";&|<>(){}\n*?[~$#!").find(c) != std::string_view::npos) {
      return {};
    }
  }
  return words;
}

/// A word that begins with a letter, whatever follows.
bool is_operand(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of("'\""), word.size()));
  return !word.empty() && (base::is_name_char(word[0]) || std::string_view("./").find(word[0]) != word.npos);
}

/// `wc -l`, `grep -c x`, which read a pipe; alone `grep -c x file`, `git rev-list --count main..HEAD`.
bool counts(const std::vector<std::string_view>& words, bool alone) {
  if (words.size() < 2) return false;
  if (words[0] == "wc") return !alone && words.size() == 2 && is_one_of(words[1], {"-l", "-w", "-c", "-m"});
  if (words[0] == "grep") {
    const std::string_view letters = words[1].substr(1);
    const bool count = words[1].starts_with('-') && letters.find('c') != letters.npos &&
                       letters.find_first_not_of("cEiFvwx") == letters.npos;
    return count && words.size() == (alone ? 4U : 3U) && std::all_of(words.begin() + 2, words.end(), is_operand);
  }
  return alone && words.size() > 3 && words[0] == "git" && words[1] == "rev-list" && words[2] == "--count" &&
         std::all_of(words.begin() + 3, words.end(),
                     [](std::string_view word) { return is_plain(word) && !word.starts_with('-'); });
}

/// `wc -l < "$f"`
bool counts_redirected(std::string_view command) {
  if (!command.starts_with("wc -") || command.size() < 7 || command.substr(5, 2) != " <" ||
      std::string_view("lwcm").find(command[4]) == std::string_view::npos)
    return false;
  command.remove_prefix(std::min(command.find_first_not_of(' ', 7), command.size()));
  const bool quoted = command.size() > 2 && command[0] == '"' && command.back() == '"';
  if (quoted) command = command.substr(1, command.size() - 2);
  return !command.empty() && std::ranges::all_of(command, [](char c) {
    return base::is_name_char(c) || std::string_view("/.-${}").find(c) != std::string_view::npos;
  });
}

/// `git merge-base a b`, `git log --format=%h -5`, `git rev-list main..HEAD`: names of commits and nothing else.
std::optional<PlainOutput> printed_commits(const std::vector<std::string_view>& words) {
  if (words.size() < 3 || words[0] != "git") return std::nullopt;
  const bool log = words[1] == "log";
  const bool base = words[1] == "merge-base";
  if (!log && !base && words[1] != "rev-list") return std::nullopt;
  bool formatted = !log;
  bool one = base;
  for (const std::string_view word : std::vector(words.begin() + 2, words.end())) {
    const bool format = log && is_one_of(word, {"--format=%h", "--format=%H", "--pretty=%h", "--pretty=%H",
                                                "--pretty=format:%h", "--pretty=format:%H"});
    const bool choice = !base && is_one_of(word, {"--reverse", "--no-merges", "--merges", "--first-parent", "--all",
                                                  "--branches", "--tags", "-n", "--"});
    const bool count =
        !base && word.size() > 1 && word[0] == '-' && std::all_of(word.begin() + 1, word.end(), base::is_digit);
    if (!format && !choice && !count && (!is_plain(word) || word.starts_with('-'))) return std::nullopt;
    formatted |= format;
    if (count || word == "-n") one = word == "-1";
  }
  if (!formatted) return std::nullopt;
  return PlainOutput{UnknownPart::Letters, !one};
}

/// `git rev-parse --short HEAD~2`. For a name that is not a commit's, git would print that name, which could be
/// anything.
bool prints_commit(std::string_view command) {
  for (const std::string_view start : {"git rev-parse ", "--short "})
    if (command.starts_with(start))
      command.remove_prefix(start.size());
    else if (start != "--short ")
      return false;
  return command.starts_with("HEAD") && command.find_first_not_of("~^0123456789", 4) == command.npos;
}

/// `'*.ts'`: `.ts`
std::string ending_of_pattern(std::string_view word) {
  const bool quoted = word.size() > 4 && (word[0] == '\'' || word[0] == '"') && word.back() == word[0];
  if (!quoted || !word.substr(1).starts_with("*.")) return {};
  const std::string_view ending = word.substr(2, word.size() - 3);
  return std::ranges::all_of(ending.substr(1), base::is_letter_or_digit) ? std::string(ending) : std::string();
}

/// A word that is neither an option nor a pattern of the shell's, in quotes or without.
bool is_value(std::string_view word) {
  const bool quoted = word.size() > 2 && (word[0] == '\'' || word[0] == '"') && word.back() == word[0];
  if (!quoted) return is_plain(word) && !word.starts_with('-');
  const std::string_view inside = word.substr(1, word.size() - 2);
  return inside[0] != '-' && inside.find_first_of("'\"\\") == inside.npos;
}

bool leads_elsewhere(std::string_view word) {
  return word.find_first_of("/~") <= 1 || word.find("../") != word.npos || word.ends_with("..");
}

std::optional<std::string> ending_of_found(const std::vector<std::string_view>& words) {
  std::size_t at = 1;
  for (; at < words.size() && is_value(words[at]) && words[at] != "!"; ++at)
    if (leads_elsewhere(words[at])) return std::nullopt;
  std::string ending;
  std::size_t names = 0;
  for (; at < words.size(); ++at) {
    const bool test = is_one_of(words[at], {"-name", "-iname", "-path", "-type", "-not", "!", "-o", "-a", "-maxdepth",
                                            "-mindepth", "-newer", "-empty", "-prune", "-print", "\\(", "\\)"});
    if (!test && !is_value(words[at])) return std::nullopt;
    names += is_one_of(words[at], {"-name", "-o", "!", "-not"}) ? 1 : 0;
    if (words[at - 1] == "-name") ending = ending_of_pattern(words[at]);
  }
  return names == 1 ? ending : std::string();
}

/// `git ls-files 'src/*.ts'`, `git diff --name-only HEAD~1`
std::optional<std::string> ending_of_kept(const std::vector<std::string_view>& words) {
  const bool lists = words[1] == "ls-files";
  if (!lists && (words.size() < 3 || words[1] != "diff" || words[2] != "--name-only")) return std::nullopt;
  for (std::size_t at = lists ? 2 : 3; at < words.size(); ++at) {
    const bool choice = is_one_of(words[at], {"-c", "-m", "-o", "-d", "--cached", "--others", "--modified", "--deleted",
                                              "--exclude-standard", "--staged", "--diff-filter=ACM", "--diff-filter=AM",
                                              "--diff-filter=d", "--diff-filter=M", "--diff-filter=A", "--"});
    if (!choice && (!is_value(words[at]) || words[at].find_first_of("/~") <= 1 || words[at].starts_with("..") ||
                    words[at].find("../") != words[at].npos))
      return std::nullopt;
  }
  return lists && words.size() == 3 ? ending_of_pattern(words[2]) : std::string();
}

}  // namespace

std::string_view substituted(std::string_view substitution) {
  if (substitution.size() < 3) return {};  // of a line that is not whole it may lack its end
  substitution.remove_prefix(substitution.starts_with('$') ? 2 : 1);
  substitution.remove_suffix(1);
  return substitution;
}

// Not `git rev-parse --show-toplevel`: a repository may be larger than the workspace, and its configuration names what
// top it likes.
bool prints_folder(std::string_view commands) { return commands == "pwd"; }

bool prints_number(std::string_view commands) {
  constexpr std::string_view quietly = " 2>/dev/null";
  for (const std::string_view end : {std::string_view(" | tr -d ' '"), std::string_view(" | xargs"), quietly})
    if (commands.ends_with(end)) commands.remove_suffix(end.size());
  if (commands == "nproc" || commands == "date +%s") return true;
  if (counts_redirected(commands) || counts(quoted_words(commands), true)) return true;
  const std::size_t last = commands.rfind(" | ");
  if (last == std::string_view::npos || !counts(quoted_words(commands.substr(last + 3)), false)) return false;
  std::string pipeline(commands.substr(0, last));
  for (std::size_t at = 0; (at = pipeline.find("2>/dev/null", at)) != std::string::npos;) pipeline.erase(at, 11);
  return pipeline.find("||") == std::string::npos && pipeline.find_first_of(";&\n(){}<>`#") == std::string::npos;
}

std::optional<std::string> ending_of_names(std::string_view commands) {
  constexpr std::string_view quietly = " 2>/dev/null";
  if (commands.ends_with(quietly)) commands.remove_suffix(quietly.size());
  if (commands.find_first_of("$;|&<>`\n{") != commands.npos) return std::nullopt;
  const std::vector<std::string_view> words = parted(commands);
  if (words.size() < 2) return std::nullopt;
  if (words[0] == "find") return ending_of_found(words);
  return words[0] == "git" ? ending_of_kept(words) : std::nullopt;
}

std::string_view read_variable(std::string_view condition) {
  for (const std::string_view start : {"IFS= ", "read ", "-r "}) {
    if (condition.starts_with(start))
      condition.remove_prefix(start.size());
    else if (start == "read ")
      return {};
  }
  const std::string_view name = condition.substr(0, condition.find_first_of("; \n"));
  return condition.substr(name.size()).find_first_not_of("; \n") == condition.npos ? name : std::string_view();
}

std::optional<PlainOutput> plain_output(std::string_view commands) {
  if (prints_number(commands)) return PlainOutput{UnknownPart::Digits};
  if (prints_commit(commands)) return PlainOutput{UnknownPart::Letters};
  if (!commands.starts_with("git ") && !commands.starts_with("find ")) return std::nullopt;
  if (const auto commits = printed_commits(parted(commands))) return commits;
  if (commands.find_first_of("()") == commands.npos && ending_of_names(commands))
    return PlainOutput{UnknownPart::Files, true};
  return std::nullopt;
}

}  // namespace termhost::shell
