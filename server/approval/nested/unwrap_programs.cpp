#include "approval/nested/unwrap_programs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/nested/settings.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using Words = std::span<const ShellWord>;

/// find and fd: each action's words up to `;` or `+`.
void read_find(Words words, std::string_view actions, std::vector<NestedCommand>& found) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!listed(actions, words[i].text)) continue;
    std::vector<ShellWord> command;
    const std::size_t first = i + 1;
    while (++i < words.size() && words[i].text != ";") {
      const bool ends = words[i].text == "+" && !command.empty() && words[i - 1].text == "{}";
      if (ends) break;
      ShellWord word = words[i];
      for (std::size_t at = 0; (at = word.text.find("{}", at)) != std::string::npos;)
        word.text.replace(at, 2, 1, shell::unknown_part);
      command.push_back(std::move(word));
    }
    if (!command.empty())
      found.push_back(NestedCommand::of_words(first, std::move(command), "`find` runs another command"));
  }
}

/// A variable given to make is a command to it: SHELL=, CC=. Numbers are none.
void read_make(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    const std::size_t equals = text.find('=');
    if (text.starts_with('-') || equals == std::string::npos) continue;
    if (words[at].known() && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(equals) + 1, text.end(), is_digit))
      continue;
    found.push_back(NestedCommand::of_code(at, text.substr(equals + 1), "`make` runs commands in its variables"));
  }
}

/// vim's commands: `+!ls`, `-c ':silent !ls'`. What follows the `!` is for the shell.
void read_vim(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const bool commands =
        words[at].text.starts_with('+') || words[at - 1].text == "-c" || words[at - 1].text == "--cmd";
    const std::size_t shell = words[at].text.find('!');
    if (!commands || shell == std::string::npos) continue;
    found.push_back(NestedCommand::of_code(at, words[at].text.substr(shell + 1), "vim runs a command"));
  }
}

void add_command(Words words, std::size_t at, std::string reason, std::vector<NestedCommand>& found) {
  if (at >= words.size()) return;
  found.push_back(
      NestedCommand::of_words(at, {words.begin() + static_cast<std::ptrdiff_t>(at), words.end()}, std::move(reason)));
}

/// `capsh -- -c 'rm x'`: what follows is for bash.
void read_capsh(Words words, std::vector<NestedCommand>& found) {
  const auto rest = std::ranges::find_if(words, [](const ShellWord& word) { return listed("-- ==", word.text); });
  if (rest == words.end()) return;
  std::vector<ShellWord> command{{"bash"}};
  command.insert(command.end(), rest + 1, words.end());
  const auto at = static_cast<std::size_t>(rest - words.begin()) + 1;
  found.push_back(NestedCommand::of_words(at, std::move(command), "`capsh` runs bash"));
}

/// `socat - EXEC:'rm x'`
void read_socat(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string kind = lower(std::string_view(words[at].text).substr(0, words[at].text.find(':')));
    if (!listed("exec system shell", kind)) continue;
    const std::size_t code = kind.size() + 1;
    std::string text = words[at].text.substr(std::min(code, words[at].text.size()));
    text.resize(std::min(text.find(','), text.size()));
    found.push_back(NestedCommand::of_code(at, std::move(text), "`socat` runs another command"));
  }
}

/// `gcc -wrapper rm,x a.c`
void read_compiler(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 2; at < words.size(); ++at) {
    if (words[at - 1].text != "-wrapper") continue;
    std::string text = words[at].text;
    std::ranges::replace(text, ',', ' ');
    found.push_back(
        NestedCommand::of_code(at, std::move(text), "the option -wrapper of a compiler runs another command"));
  }
}

/// `bind -x '"\C-x": rm x'`: adds the code after the key.
void read_bound_keys(const CommandView& command, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at < command.words.size(); ++at) {
    const std::string& text = command.words[at].text;
    const std::size_t key = text.starts_with('"') ? text.find("\":") : std::string::npos;
    if (key == std::string::npos) continue;
    found.push_back(
        NestedCommand::of_code(at, text.substr(key + 2), "a key binding runs another command", command.shell));
  }
}

/// `git-push` and `/usr/lib/git-core/git-push` are `git push`, `git for-each-repo push` too; `ext::rm x` runs `rm x`.
void read_git_programs(Words words, std::string_view program, std::vector<NestedCommand>& found) {
  constexpr std::string_view dashed = "git-";
  if (program.starts_with(dashed) && program.size() > dashed.size()) {
    std::vector<ShellWord> plain{{"git"}, {std::string(program.substr(dashed.size()))}};
    plain.insert(plain.end(), words.begin() + 1, words.end());
    found.push_back(NestedCommand::of_words(0, std::move(plain), fmt::format("`{}` is a command of git", program)));
  }
  if (!program.starts_with("git")) return;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    const std::size_t helper = text.find("ext::");
    if (helper == std::string::npos) continue;
    found.push_back(NestedCommand::of_code(at, text.substr(helper + 5), "git runs a program as a transport"));
    found.push_back(NestedCommand::not_known(at, "git runs a program as a transport"));
  }
  const Subcommand sub = plain_subcommand(words);
  if (sub.words.size() < 3) return;
  std::size_t at = sub.at + 1;
  while (at < words.size() && words[at].text.starts_with('-')) at += words[at].text == "--config" ? 2 : 1;
  if (at >= words.size()) return;
  if (sub.words[1].text == "for-each-repo") {
    std::vector<ShellWord> inner{{"git"}};
    inner.insert(inner.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    found.push_back(NestedCommand::of_words(at, std::move(inner), "git runs itself in each repository"));
  }
  std::size_t code = at + 1;
  while (code < words.size() && words[code].text.starts_with('-')) ++code;
  if (sub.words[1].text == "submodule" && words[at].text == "foreach" && code < words.size())
    found.push_back(NestedCommand::of_code(code, joined(words.subspan(code)), "git runs a command in each submodule"));
}

/// `cmake -E env rm x`, `cmake -E rm x`: tools that cmake has itself, and those that run another one.
void read_cmake(Words words, std::vector<NestedCommand>& found) {
  if (words.size() < 3 || words[1].text != "-E") return;
  add_command(words, words[2].text == "chdir" ? 4 : 2, "`cmake -E` runs a command", found);
}

/// `ctest --build-and-test a b --test-command rm x`
void read_ctest(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at < words.size(); ++at)
    if (listed("--test-command --build-makeprogram", words[at].text))
      add_command(words, at + 1, "`ctest` runs a command", found);
}

/// `tar cIf gzip a.tar b`: letters without a dash, whose arguments follow in their order.
void read_bundled_tar(Words words, std::vector<NestedCommand>& found) {
  if (words.size() < 2 || words[1].text.starts_with('-')) return;
  const OptionTable& options = options_of("tar");
  std::size_t argument = 2;
  for (const char letter : words[1].text) {
    if (argument >= words.size()) return;
    if (letter == 'I' || letter == 'F')
      found.push_back(NestedCommand::of_code(1, words[argument].text, "`tar` runs another command"));
    const OptionRow* const row = options.letter(letter);
    if (row != nullptr && row->takes == Takes::Argument) ++argument;
  }
}

}  // namespace

std::string joined(Words words) {
  std::string code;
  for (const ShellWord& word : words) {
    if (!code.empty()) code += ' ';
    code += word.text;
  }
  return code;
}

void read_aliases(const CommandView& command, std::vector<NestedCommand>& found) {
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string& text = command.words[i].text;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) continue;
    found.push_back(NestedCommand::of_code(i, text.substr(equals + 1), "an alias runs another command", command.shell));
  }
  if (command.shell == shell::ShellKind::Fish && command.words.size() > 2)
    found.push_back(
        NestedCommand::of_code(2, joined(command.words.subspan(2)), "an alias runs another command", command.shell));
}

void read_program(const CommandView& command, std::string_view program, std::vector<NestedCommand>& found) {
  const Words words = command.words;
  if (command.shell == shell::ShellKind::PowerShell && words.size() > 1 && listed("return exit throw", program))
    found.push_back(NestedCommand::of_words(1, {words.begin() + 1, words.end()}, "it runs another command"));
  if (program == "find" || program == "gfind" || program == "bfs") read_find(words, "-exec -execdir -ok -okdir", found);
  if (program == "fd" || program == "fdfind") read_find(words, "-x -X --exec --exec-batch", found);
  if (program == "git") read_git_config(words, found);
  if (program.starts_with("git")) read_git_programs(words, program, found);
  if (program == "bind") read_bound_keys(command, found);
  if (program.starts_with("socat")) read_socat(words, found);
  if (listed("gcc g++ cc c++ clang clang++", program)) read_compiler(words, found);
  if (program == "cmake") read_cmake(words, found);
  if (program == "ctest") read_ctest(words, found);
  if (program == "capsh") read_capsh(words, found);
  if (listed("make gmake bmake", program)) read_make(words, found);
  if (listed("vim vi nvim gvim view vimdiff ex", program)) read_vim(words, found);
  if (program == "tar" || program == "gtar" || program == "bsdtar") read_bundled_tar(words, found);
  if (program.starts_with("ld-linux") || program.starts_with("ld.so") || program.starts_with("ld-musl"))
    add_command(words, 1, "the dynamic loader runs a program", found);
}

}  // namespace termhost::approval
