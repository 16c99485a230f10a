#include "approval/nested/unwrap.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "approval/nested/settings.hpp"
#include "approval/nested/unwrap_language.hpp"
#include "approval/nested/unwrap_programs.hpp"
#include "approval/nested/unwrap_shell.hpp"
#include "approval/places/paths.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/powershell_names.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/rules/rules.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using Words = std::span<const ShellWord>;

void read_setting(const Option& option, std::string_view program, std::vector<NestedCommand>& found) {
  if (option.has(HoldsSetting) && option.argument) add_setting(program, *option.argument, option.argument_at, found);
  if (option.has(HoldsScript))
    found.push_back(NestedCommand::not_known(option.at, fmt::format("`{}` reads settings from another file", program)));
}

/// In the options before a subcommand: `git -c core.pager=x log`. apt takes them in any place.
void read_first_settings(Words words, std::string_view program, std::vector<NestedCommand>& found) {
  const Wrapper* const row = options_before_subcommand(program);
  if (row == nullptr) return;
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t taken =
        read_option(words, at, row->options, [&](const Option& option) { read_setting(option, program, found); });
    if (taken == 0 && (row->flags & AnyPlace) == 0) return;
    at += std::max<std::size_t>(taken, 1);
  }
}

bool takes_argument(const OptionTable& options, std::string_view name) {
  const OptionRow* const row = options.name(name);
  return row != nullptr && row->takes == Takes::Argument;
}

/// Reads one command by one row of the table.
class Reading {
 public:
  /// `possible`: only if the word before `first` belongs to an option.
  Reading(const CommandView& command, const Wrapper& row, std::size_t first, std::vector<NestedCommand>& found,
          bool possible = false)
      : command_(command), words_(command.words), row_(row), at_(first), found_(found), possible_(possible) {}

  void run() {
    const bool goes_on = read_options();
    if (shortened_ != 0 && !possible_ && row_.runs != Runs::Nothing)
      Reading(command_, row_, shortened_, found_, true).run();
    if (!goes_on) return;
    if (row_.runs == Runs::Nothing && !rest_) {
      if (has(InputIsCode) && !saw_code_) read_input();
      return;
    }
    if (at_ >= words_.size()) {
      if (has(InputIsCode) && !saw_code_) read_input();
      return;
    }
    std::vector<ShellWord> rest(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
    if (has(Replaces)) replace_parts(rest);
    if (has(IsScript) && is_input(rest[0].text)) return read_input();
    report(std::move(rest));
    if (unsure_ == at_ && at_ + 1 < words_.size()) Reading(command_, row_, at_ + 1, found_, true).run();
  }

 private:
  [[nodiscard]] bool has(std::uint32_t flag) const { return (row_.flags & flag) != 0; }
  [[nodiscard]] std::string reason() const {
    return fmt::format("`{}` runs another command", program_name(words_[0].text));
  }

  void add_code(std::string code, std::size_t at) {
    if (code.starts_with('!')) code.erase(0, 1);      // gdb and others begin a shell command so
    if (code.starts_with("exec=")) code.erase(0, 5);  // and tar's --checkpoint-action
    const shell::ShellKind kind = has(PowerShellCode) ? shell::ShellKind::PowerShell
                                  : has(SameShell)    ? command_.shell
                                                      : shell::ShellKind::Bash;
    found_.push_back(NestedCommand::of_code(at, std::move(code), reason(), kind, possible_));
  }
  void add_unknown(std::size_t at, std::string reason) {
    found_.push_back(NestedCommand::not_known(at, std::move(reason), possible_));
  }

  void read_input() {
    if (command_.input != nullptr) return add_code(command_.input->text, words_.size());
    add_unknown(words_.size(), fmt::format("`{}` runs what it reads as input", program_name(words_[0].text)));
  }

  /// Reads one option: finds its code, and notes how to read the rest.
  void option(const Option& option) {
    if (option.has(HoldsCode) && option.argument) {
      saw_code_ = true;
      add_code(*option.argument, option.argument_at);
    }
    read_setting(option, program_name(words_[0].text), found_);
    if (has(QueryOptions) && (option.letter == 'v' || option.letter == 'V')) query_ = true;
    if (has(Replaces) && option.is("IiJ", "replace")) replace_ = option.argument.value_or("{}");
    if (has(SplitsString) && option.argument && option.is("S", "split-string")) split_ = option;
    const bool rest = option.letter == 0 ? option.name == "command"
                                         : std::string_view("exc").find(option.letter) != std::string_view::npos;
    if (has(TakesOptionRest) && rest && !option.single_dash) rest_ = true;
  }

  /// Leaves `at_` on the command. False: nothing is left to read.
  bool read_options() {
    std::size_t operands = row_.operands;
    bool dashes = false;
    while (at_ < words_.size()) {
      const ShellWord& word = words_[at_];
      if (word.text == "--") {
        ++at_;
        if (has(DashDash) || has(TakesOptionRest)) return rest_ = true;
        dashes = true;
        if (operands == 0) break;
        continue;
      }
      if (!word.known() && (word.splits || unknown_start(word)))
        add_unknown(at_, fmt::format("the arguments of `{}` are known only at run time", program_name(words_[0].text)));
      const std::size_t taken =
          dashes ? 0 : read_option(words_, at_, row_.options, [&](const Option& o) { option(o); });
      if (split_) return split_string();
      if (taken == 1 && is_unknown_option(word.text)) unsure_ = at_ + 1;
      if (taken == 2 && is_shortened_option(word.text) && shortened_ == 0) shortened_ = at_ + 1;
      at_ += taken;
      if (query_) return false;
      if (rest_) return true;
      if (taken > 0) continue;
      if (has(TakesAssignments) && is_assignment_word(word.text)) {
        ++at_;
        continue;
      }
      if (operands == 0 && !has(AnyPlace) && !has(DashDash)) break;
      if (operands == 0 && row_.runs != Runs::Nothing && has(AnyPlace) && !saw_code_) {
        const std::size_t command = std::exchange(at_, at_ + 1);
        read_later_options();
        at_ = command;
        break;
      }
      if (operands > 0) --operands;
      ++at_;
    }
    return !has(DashDash);
  }

  /// `--reuid 65534`: if no row knows the option, the next word is its argument or a word of the command.
  [[nodiscard]] bool is_unknown_option(std::string_view text) const {
    return text.starts_with("--") && text.size() > 2 && text.find('=') == std::string_view::npos &&
           !takes_argument(row_.options, text.substr(2));
  }

  /// `--net x`: another option of this name, which no row knows, would leave the next word to the command.
  [[nodiscard]] bool is_shortened_option(std::string_view text) const {
    const OptionRow* const row = text.starts_with("--") ? row_.options.name(text.substr(2)) : nullptr;
    return row != nullptr && row->name != text.substr(2);
  }

  /// Reads options with code after the first operand.
  void read_later_options() {
    while (at_ < words_.size())
      at_ += std::max<std::size_t>(read_option(words_, at_, row_.options, [&](const Option& o) { option(o); }), 1);
  }

  /// `env -S 'a b' c` is `env a b c`.
  bool split_string() {
    std::vector<ShellWord> words{words_[0]};
    const auto texts = split_words(*split_->argument);
    if (!texts)
      add_unknown(split_->argument_at, texts.error());
    else
      for (const std::string& text : *texts) words.push_back({text});
    const std::size_t after = split_->argument_at + 1;
    words.insert(words.end(), words_.begin() + static_cast<std::ptrdiff_t>(std::min(after, words_.size())),
                 words_.end());
    found_.push_back(NestedCommand::of_words(split_->argument_at, std::move(words), reason()));
    return false;
  }

  /// Words that come from the input or from `:::` are made at run time.
  void replace_parts(std::vector<ShellWord>& rest) {
    if (has(ArgumentLists)) {
      const auto inputs =
          std::find_if(rest.begin(), rest.end(), [](const ShellWord& w) { return w.text.starts_with(":::"); });
      if (inputs == rest.begin() && inputs != rest.end())
        rest.erase(rest.begin());
      else
        rest.erase(inputs, rest.end());
      if (replace_.empty()) replace_ = "{}";
    }
    bool replaced = false;
    for (ShellWord& word : rest) {
      for (std::size_t at = 0; !replace_.empty() && (at = word.text.find(replace_, at)) != std::string::npos; ++at) {
        word.text.replace(at, replace_.size(), 1, shell::unknown_part);
        replaced = true;
      }
    }
    if (!replaced) rest.push_back({std::string(1, shell::unknown_part), true});
  }

  void report(std::vector<ShellWord> rest) {
    switch (row_.runs) {
      case Runs::Nothing:
      case Runs::Command: found_.push_back(NestedCommand::of_words(at_, std::move(rest), reason(), possible_)); return;
      case Runs::Code: add_code(joined(rest), at_); return;
      case Runs::OneCode: add_code(rest.front().text, at_); return;
      case Runs::EachCode:
        for (std::size_t i = 0; i < rest.size(); ++i) add_code(rest[i].text, at_ + i);
        return;
    }
  }

  const CommandView& command_;
  Words words_;
  const Wrapper& row_;
  std::size_t at_;
  std::vector<NestedCommand>& found_;
  std::string replace_;
  std::optional<Option> split_;
  bool saw_code_ = false;
  bool query_ = false;
  bool rest_ = false;  ///< a word said that the rest is the command
  bool possible_;
  std::size_t unsure_ = 0;     ///< the word after an option that the row does not know
  std::size_t shortened_ = 0;  ///< the word after the first option that is shortened
};

void read_rows(const CommandView& command, std::string_view program, std::vector<NestedCommand>& found);

/// `docker compose x` is `docker-compose x`, with options of its own in between.
void read_compose(const CommandView& command, const Subcommand& sub, std::vector<NestedCommand>& found) {
  std::vector<ShellWord> words(sub.words.begin() + 1, sub.words.end());
  words[0].text = "docker-compose";
  std::vector<NestedCommand> inner;
  read_rows({words, command.shell, command.input, command.piped}, "docker-compose", inner);
  for (NestedCommand& one : inner) {
    one.at += sub.at;
    found.push_back(std::move(one));
  }
}

void read_rows(const CommandView& command, std::string_view program, std::vector<NestedCommand>& found) {
  const std::vector<Wrapper>* rows = wrappers_of(program);
  if (rows == nullptr) return;
  const Subcommand sub = plain_subcommand(command.words);
  if (sub.words.size() > 1 && sub.words[1].text == "compose") return read_compose(command, sub, found);
  for (const Wrapper& row : *rows) {
    if ((row.flags & AliasValues) != 0) {
      read_aliases(command, found);
      continue;
    }
    const std::size_t before = sub.words.empty() ? 1 : sub.at;
    bool fits = command.words.size() >= before + row.subcommand.size();
    for (std::size_t i = 0; fits && i < row.subcommand.size(); ++i)
      fits = command.words[before + i].text == row.subcommand[i];
    if (!fits) continue;
    const std::size_t first = row.subcommand.empty() ? 1 : before + row.subcommand.size();
    if ((row.flags & OwnLanguage) != 0)
      read_language(command, row, first, found);
    else
      Reading(command, row, first, found).run();
  }
}

}  // namespace

NestedCommand NestedCommand::of_words(std::size_t at, std::vector<ShellWord> words, std::string reason, bool possible) {
  return {Kind::Command, at, std::move(words), {}, {}, std::move(reason), possible};
}

NestedCommand NestedCommand::of_code(std::size_t at, std::string code, std::string reason, shell::ShellKind shell,
                                     bool possible) {
  return {Kind::Code, at, {}, std::move(code), shell, std::move(reason), possible};
}

NestedCommand NestedCommand::not_known(std::size_t at, std::string reason, bool possible) {
  return {Kind::Unknown, at, {}, {}, {}, std::move(reason), possible};
}

std::vector<Subcommand> subcommand_readings(Words words) {
  std::vector<Subcommand> readings;
  if (words.size() < 2) return readings;
  const Wrapper* program = options_before_subcommand(program_name(words[0].text));
  if (program == nullptr) return readings;
  bool unsure = true;
  for (std::size_t at = 1; at < words.size() && unsure; ++at) {
    unsure = false;
    while (at < words.size()) {
      const std::string_view text = words[at].text;
      const std::size_t taken = read_option(words, at, program->options, [](const Option&) {});
      if (taken == 0 && !text.starts_with('+')) break;  // cargo +nightly build
      unsure = taken == 1 && text.starts_with("--") && text.find('=') == std::string_view::npos &&
               !takes_argument(program->options, text.substr(2));
      at += std::max<std::size_t>(taken, 1);
    }
    if (at >= words.size()) break;
    Subcommand& reading = readings.emplace_back(Subcommand{.words = {words[0]}, .at = at});
    reading.words.insert(reading.words.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  }
  return readings;
}

Subcommand plain_subcommand(Words words) {
  std::vector<Subcommand> readings = subcommand_readings(words);
  return readings.empty() ? Subcommand{} : std::move(readings.front());
}

std::vector<NestedCommand> unwrap(const CommandView& command) {
  std::vector<NestedCommand> found;
  const Words words = command.words;
  if (words.empty()) return found;
  const std::string program = program_name(words[0].text, command.shell);
  const auto add_spelling = [&](std::string_view name) {
    std::vector<ShellWord> plain(words.begin(), words.end());
    plain[0].text = name;
    plain[0].splits = name.find(shell::unknown_part) != std::string_view::npos;
    found.push_back({NestedCommand::Kind::Spelling, 0, std::move(plain), {}, {}, {}});
  };
  if (program != words[0].text) add_spelling(program);
  if (command.shell == shell::ShellKind::PowerShell)
    for (const std::string_view name : powershell_synonyms(program)) add_spelling(name);
  bool possible = false;
  for (Subcommand& sub : subcommand_readings(words)) {
    if (sub.at > 1) found.push_back({NestedCommand::Kind::Spelling, 0, std::move(sub.words), {}, {}, {}, possible});
    possible = true;
  }
  read_first_settings(words, program, found);
  read_program(command, program, found);
  read_shell(command, program, found);
  read_rows(command, program, found);
  return found;
}

}  // namespace termhost::approval
