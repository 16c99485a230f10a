#include "approval/nested/unwrap_shell.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/places/paths.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;
using shell::ShellWord;
using Words = std::span<const ShellWord>;

constexpr std::string_view other_shells = "csh tcsh yash nu elvish xonsh oksh posh rc es lksh";

std::vector<ShellWord> from(Words words, std::size_t at) {
  return {words.begin() + static_cast<std::ptrdiff_t>(at), words.end()};
}

class ShellReading {
 public:
  ShellReading(const CommandView& command, ShellKind kind, std::vector<NestedCommand>& found)
      : command_(command), words_(command.words), kind_(kind), found_(found) {}

  void run() {
    if (kind_ == ShellKind::PowerShell) return powershell();
    if (!read_options()) return;
    if (saw_code_) return;
    if (code_is_operand_) {
      if (at_ < words_.size()) add_code(words_[at_].text, at_);
      return;
    }
    if (at_ < words_.size() && !reads_input_) return add_script(at_);
    read_input();
  }

 private:
  [[nodiscard]] std::string name() const { return program_name(words_[0].text); }
  void add_code(std::string code, std::size_t at) {
    saw_code_ = true;
    found_.push_back(
        NestedCommand::of_code(at, std::move(code), fmt::format("`{}` runs the code it is given", name()), kind_));
  }
  void add_script(std::size_t at) {
    if (is_input(words_[at].text)) return read_input();
    found_.push_back(NestedCommand::of_words(at, from(words_, at), fmt::format("`{}` runs a script", name())));
  }
  void add_unknown(std::size_t at, std::string reason) {
    found_.push_back(NestedCommand::not_known(at, std::move(reason)));
  }
  void read_input() {
    if (command_.input != nullptr) return add_code(command_.input->text, words_.size());
    add_unknown(words_.size(), fmt::format("`{}` runs what it reads as input", name()));
  }

  void option(const Option& option) {
    const bool fish = kind_ == ShellKind::Fish;
    if (option.letter == 'c' && !fish) code_is_operand_ = true;
    if (option.letter == 's' && !fish) reads_input_ = true;
    const bool takes_code = (fish && (option.letter == 'c' || option.letter == 'C')) ||
                            (!option.single_dash && option.is("", "command init-command"));
    if (takes_code && option.argument) add_code(*option.argument, option.argument_at);
    if (!option.single_dash && (option.name == "rcfile" || option.name == "init-file") && option.argument)
      found_.push_back(NestedCommand::of_words(option.argument_at, {{*option.argument}},
                                               fmt::format("`{}` reads another start file", name())));
    if (option.name == "version" || option.name == "help") only_tells_ = true;
  }

  bool read_options() {
    static const OptionTable of_fish = OptionTable::taking("cCdDof", "command init-command debug features");
    static const OptionTable of_others = OptionTable::taking("oO", "rcfile init-file command init-command");
    const OptionTable& options = kind_ == ShellKind::Fish ? of_fish : of_others;
    while (at_ < words_.size()) {
      const ShellWord& word = words_[at_];
      if (word.text == "--" || word.text == "-") {
        ++at_;
        break;
      }
      if (!word.known() && (word.splits || unknown_start(word)))
        add_unknown(at_, fmt::format("the arguments of `{}` are known only at run time", name()));
      if (word.text.starts_with('+') && word.text.size() > 1) {
        at_ += word.text.find_first_of("oO") != std::string::npos ? 2 : 1;
        continue;
      }
      const std::size_t taken = read_option(words_, at_, options, [&](const Option& o) { option(o); });
      if (taken == 0) break;
      at_ += taken;
    }
    at_ = std::min(at_, words_.size());
    return !(only_tells_ && at_ == words_.size());
  }

  /// PowerShell's options are case-insensitive and may be cut short; what no option takes is code.
  void powershell() {
    const auto is = [](std::string_view written, std::string_view full) {
      return !written.empty() && full.starts_with(written);
    };
    while (at_ < words_.size() && words_[at_].text.size() > 1 &&
           (words_[at_].text[0] == '-' || words_[at_].text[0] == '/')) {
      const std::string name =
          lower(std::string_view(words_[at_].text).substr(words_[at_].text.starts_with("--") ? 2 : 1));
      ++at_;
      if (is(name, "command") || is(name, "commandwithargs") || name == "cwa") break;
      if (is(name, "file")) return at_ < words_.size() ? add_script(at_) : void();
      if (is(name, "encodedcommand") || name == "ec") return add_unknown(at_, "PowerShell runs code that is encoded");
      if (is(name, "version") || is(name, "help") || name == "?") return;
      static constexpr std::string_view flags =
          "noprofile nologo noninteractive noexit interactive login sta mta l i nop noni";
      bool flag = false;
      for_each_part(flags, ' ', [&](std::string_view full) { flag = flag || is(name, full); });
      if (!flag) ++at_;
    }
    if (at_ >= words_.size()) return read_input();
    std::string code;
    for (const ShellWord& word : words_.subspan(at_)) code += word.text + ' ';
    add_code(std::move(code), at_);
  }

  const CommandView& command_;
  Words words_;
  ShellKind kind_;
  std::vector<NestedCommand>& found_;
  std::size_t at_ = 1;
  bool code_is_operand_ = false;
  bool reads_input_ = false;
  bool saw_code_ = false;
  bool only_tells_ = false;
};

}  // namespace

namespace {

/// cmd /c del x
void read_cmd(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (lower(words[at].text) != "/c" && lower(words[at].text) != "/k") continue;
    std::string code;
    for (const ShellWord& word : words.subspan(at + 1)) code += word.text + ' ';
    found.push_back(NestedCommand::of_code(at + 1, std::move(code), "`cmd` runs the code it is given"));
    return;
  }
  found.push_back(NestedCommand::not_known(words.size(), "`cmd` runs what it reads as input"));
}

/// Start-Process -ArgumentList x -FilePath rm
void read_file_path(Words words, std::vector<NestedCommand>& found) {
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const std::string name = lower(words[at].text);
    if (name.size() < 2 || !std::string_view("-filepath:").starts_with(name)) continue;
    found.push_back(NestedCommand::of_words(at + 1, from(words, at + 1), "it starts another program"));
  }
}

}  // namespace

void read_shell(const CommandView& command, std::string_view program, std::vector<NestedCommand>& found) {
  if (program == "busybox") return;  // its first operand names the applet
  if (program == "cmd") return read_cmd(command.words, found);
  if (listed("start-process saps start", program)) return read_file_path(command.words, found);
  ShellKind kind = shell::shell_kind_of(program);
  if (kind == ShellKind::Unknown && !listed(other_shells, program)) return;
  if (kind == ShellKind::Unknown || kind == ShellKind::Dash)
    kind = ShellKind::Bash;  // `sh` may be any of them: the widest grammar
  ShellReading(command, kind, found).run();
}

}  // namespace termhost::approval
