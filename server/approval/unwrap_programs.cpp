#include "approval/unwrap_programs.hpp"

#include <algorithm>

#include "approval/git_config.hpp"
#include "approval/options.hpp"
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
      found.push_back({NestedCommand::Kind::Command, first, std::move(command), {}, {}, "`find` runs another command"});
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
    found.push_back({NestedCommand::Kind::Code,
                     at,
                     {},
                     text.substr(equals + 1),
                     shell::ShellKind::Bash,
                     "make runs what its variables hold"});
  }
}

/// vim's commands: `+!ls`, `-c ':silent !ls'`. What follows the `!` is for the shell.
void read_vim(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const bool commands =
        words[at].text.starts_with('+') || words[at - 1].text == "-c" || words[at - 1].text == "--cmd";
    const std::size_t shell = words[at].text.find('!');
    if (!commands || shell == std::string::npos) continue;
    found.push_back({NestedCommand::Kind::Code,
                     at,
                     {},
                     words[at].text.substr(shell + 1),
                     shell::ShellKind::Bash,
                     "vim runs a command"});
  }
}

/// `-o ProxyCommand=…`, `-oLocalCommand …`: settings of ssh_config(5) whose value a shell reads.
void read_ssh(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t taken = read_option(words, at, {"BbcDEeFIiJLlmOopPQRSWwX", ""}, [&](const Option& option) {
      if (option.letter != 'o' || !option.argument) return;
      const std::string_view setting = *option.argument;
      const std::size_t end = std::min(setting.find_first_of("= \t"), setting.size());
      const std::string key = lower(setting.substr(0, end));
      const std::size_t value = std::min(setting.find_first_not_of("= \t", end), setting.size());
      const bool runs = key.ends_with("command") || key.find(shell::unknown_part) != std::string::npos;
      if (runs || listed("xauthlocation pkcs11provider securitykeyprovider", key))
        found.push_back({NestedCommand::Kind::Code,
                         option.argument_at,
                         {},
                         std::string(setting.substr(value)),
                         shell::ShellKind::Bash,
                         "ssh runs a command of its settings"});
    });
    at += std::max<std::size_t>(taken, 1);
  }
}

/// `capsh -- -c 'rm x'`: what follows is for bash.
void read_capsh(Words words, std::vector<NestedCommand>& found) {
  const auto rest = std::ranges::find_if(words, [](const ShellWord& word) { return listed("-- ==", word.text); });
  if (rest == words.end()) return;
  std::vector<ShellWord> command{{"bash"}};
  command.insert(command.end(), rest + 1, words.end());
  const auto at = static_cast<std::size_t>(rest - words.begin()) + 1;
  found.push_back({NestedCommand::Kind::Command, at, std::move(command), {}, {}, "`capsh` runs bash"});
}

/// `cmake -E env rm x`, `cmake -E rm x`: tools that cmake has itself, and those that run another one.
void read_cmake(Words words, std::vector<NestedCommand>& found) {
  if (words.size() < 3 || words[1].text != "-E") return;
  const std::size_t at = words[2].text == "chdir" ? 4 : 2;
  if (at >= words.size()) return;
  found.push_back({NestedCommand::Kind::Command,
                   at,
                   {words.begin() + static_cast<std::ptrdiff_t>(at), words.end()},
                   {},
                   {},
                   "`cmake -E` runs a command"});
}

/// `tar cIf gzip a.tar b`: letters without a dash, whose arguments follow in their order.
void read_bundled_tar(Words words, std::vector<NestedCommand>& found) {
  if (words.size() < 2 || words[1].text.starts_with('-')) return;
  std::size_t argument = 2;
  for (const char letter : words[1].text) {
    if (argument >= words.size()) return;
    if (letter == 'I' || letter == 'F')
      found.push_back({NestedCommand::Kind::Code,
                       1,
                       {},
                       words[argument].text,
                       shell::ShellKind::Bash,
                       "`tar` runs another command"});
    if (std::string_view("fCbgHKLNTVXIF").find(letter) != std::string_view::npos) ++argument;
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
    found.push_back(
        {NestedCommand::Kind::Code, i, {}, text.substr(equals + 1), command.shell, "an alias is another command"});
  }
  if (command.shell == shell::ShellKind::Fish && command.words.size() > 2)
    found.push_back({NestedCommand::Kind::Code,
                     2,
                     {},
                     joined(command.words.subspan(2)),
                     command.shell,
                     "an alias is another command"});
}

void read_program(const CommandView& command, std::string_view program, std::vector<NestedCommand>& found) {
  const Words words = command.words;
  if (command.shell == shell::ShellKind::PowerShell && words.size() > 1 && listed("return exit throw", program))
    found.push_back(
        {NestedCommand::Kind::Command, 1, {words.begin() + 1, words.end()}, {}, {}, "it runs another command"});
  if (program == "find" || program == "gfind" || program == "bfs") read_find(words, "-exec -execdir -ok -okdir", found);
  if (program == "fd" || program == "fdfind") read_find(words, "-x -X --exec --exec-batch", found);
  if (program == "git") read_git_config(words, found);
  if (listed("ssh scp sftp slogin autossh sshfs", program)) read_ssh(words, found);
  if (program == "cmake") read_cmake(words, found);
  if (program == "capsh") read_capsh(words, found);
  if (listed("make gmake bmake", program)) read_make(words, found);
  if (listed("vim vi nvim gvim view vimdiff ex", program)) read_vim(words, found);
  if (program == "tar" || program == "gtar" || program == "bsdtar") read_bundled_tar(words, found);
  if (program.starts_with("ld-linux") || program.starts_with("ld.so") || program.starts_with("ld-musl")) {
    if (words.size() > 1)
      found.push_back({NestedCommand::Kind::Command,
                       1,
                       {words.begin() + 1, words.end()},
                       {},
                       {},
                       "the dynamic loader runs a program"});
  }
}

}  // namespace termhost::approval
