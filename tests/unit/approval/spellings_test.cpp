// One reader of options for allow and for deny: whatever a program of the tables runs is seen in each way to write it.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include "approval/decision/decide.hpp"
#include "approval/entries.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

Verdict all_but_rm(const std::string& command) {
  static const Policy policy(PolicyRules{.allowed = {"*"}, .denied = {"rm"}, .problem = {}});
  return decide({.command = command, .cwd = "/project", .workspace = {"/project"}}, policy).verdict;
}

Verdict by_rule(const std::string& command, const std::string& rule) {
  const Policy policy(PolicyRules{.allowed = {rule, "ls"}, .denied = {}, .problem = {}});
  return decide({.command = command, .cwd = "/project", .workspace = {"/project"}}, policy).verdict;
}

/// Each program of the table with its rows; shells' own words are not programs, and are read in ways of their own.
std::vector<std::string> wrapper_names() {
  std::vector<std::string> names;
  for (const Entry& entry : read_entries("wrappers"))
    for (const std::string_view name : entry.names)
      if (!entry.lines.front().starts_with("does subcommands") && !is_builtin(name.substr(0, name.find(' '))))
        names.emplace_back(name);
  return names;
}

const Wrapper* row_of(const std::string& name) {
  const std::size_t blank = std::min(name.find(' '), name.size());
  const std::vector<Wrapper>* rows = wrappers_of(name.substr(0, blank));
  if (rows == nullptr) return nullptr;
  const auto row = std::ranges::find_if(*rows, [&](const Wrapper& one) {
    std::string all;
    for (const std::string_view part : one.subcommand) (all += ' ') += part;
    return all == name.substr(blank);
  });
  return row == rows->end() ? nullptr : &*row;
}

/// Of a long option: whole, cut short, with its value behind `=` and behind a blank.
std::vector<std::string> spellings(std::string_view option, std::string_view value) {
  std::vector<std::string> all;
  for (const std::string_view name : {option, option.substr(0, option.size() - 1)})
    for (const char* joint : {"=", " "}) all.push_back(fmt::format("--{}{}{}", name, joint, value));
  return all;
}

constexpr std::uint32_t reaches_code = HoldsCode | HoldsSetting;

/// Its long options with an argument that is code, or that is not.
std::vector<OptionRow> with_argument(const Wrapper& row, bool code) {
  std::vector<OptionRow> names = row.options.names();
  std::erase_if(names, [&](const OptionRow& one) {
    const bool holds = (one.effects & (code ? HoldsCode : reaches_code)) != 0;
    return !one.two_dashes || one.takes != Takes::Argument || holds != code;
  });
  return names;
}

/// The letters of such options.
std::string letters_with_argument(const Wrapper& row, bool code) {
  std::string letters;
  for (char letter = '!'; letter <= '~'; ++letter) {
    const OptionRow* const one = row.options.letter(letter);
    const bool holds = one != nullptr && (one->effects & (code ? HoldsCode : reaches_code)) != 0;
    if (one != nullptr && one->takes == Takes::Argument && holds == code) letters += letter;
  }
  return letters;
}

template <class Visit>
void for_each_word(std::string_view list, const Visit& visit) {
  for_each_part(list, ' ', [&](std::string_view word) { visit(word); });
}

}  // namespace

TEST_CASE("code in an option is seen in each spelling of the option") {
  std::size_t seen = 0;
  for (const std::string& name : wrapper_names()) {
    const Wrapper* row = row_of(name);
    if (row == nullptr || (row->flags & AliasValues) != 0) continue;
    for (const OptionRow& option : with_argument(*row, true)) {
      for (const std::string& spelled : spellings(option.name, "'rm x'")) {
        INFO(name << ' ' << spelled);
        CHECK(all_but_rm(fmt::format("{} {}", name, spelled)) != Verdict::Allow);
        ++seen;
      }
    }
    for (const char letter : letters_with_argument(*row, true)) {
      for (const char* joint : {"", " "}) {
        const std::string line = fmt::format("{} -{}{}'rm x'", name, letter, joint);
        INFO(line);
        CHECK(all_but_rm(line) != Verdict::Allow);
        ++seen;
      }
    }
  }
  CHECK(seen > 200);
}

TEST_CASE("the command after a program's options is seen, however the options are spelled") {
  std::size_t seen = 0;
  for (const std::string& name : wrapper_names()) {
    const Wrapper* row = row_of(name);
    const bool named = name == "start-stop-daemon" || name == "time";  // by an option; a word of bash's own
    if (named || row == nullptr || row->runs != Runs::Command ||
        (row->flags & (DashDash | TakesOptionRest | IsScript)) != 0)
      continue;
    std::string operands;
    for (int at = 0; at < row->operands; ++at) operands += "1 ";
    const std::string plain = fmt::format("{} {}rm x", name, operands);
    INFO(plain);
    CHECK(all_but_rm(plain) == Verdict::Deny);
    for (const OptionRow& option : with_argument(*row, false)) {
      const std::string value = option.words == 1 ? "1" : option.words == 2 ? "1 1" : "1 1 1";
      for (const std::string& spelled : spellings(option.name, value)) {
        if (option.words > 1 && spelled.find('=') != std::string::npos) continue;  // the next words are its argument
        const std::string line = fmt::format("{} {} {}rm x", name, spelled, operands);
        INFO(line);
        CHECK(all_but_rm(line) != Verdict::Allow);
        ++seen;
      }
    }
    for (const char letter : letters_with_argument(*row, false)) {
      for (const char* joint : {"", " "}) {
        const std::string line = fmt::format("{} -{}{}1 {}rm x", name, letter, joint, operands);
        INFO(line);
        CHECK(all_but_rm(line) != Verdict::Allow);
        ++seen;
      }
    }
    const std::string ended = fmt::format("{} -- {}rm x", name, operands);
    INFO(ended);
    CHECK(all_but_rm(ended) != Verdict::Allow);
  }
  CHECK(seen > 300);
}

TEST_CASE("an option that takes an argument stands in one table") {
  for (const Entry& entry : read_entries("wrappers")) {
    const auto in_every_row = [&](const auto& takes) {
      return std::ranges::all_of(entry.names, [&](std::string_view name) {
        const Program* const program = find_program(name);
        const OptionRow* const row = program == nullptr ? nullptr : takes(program->options);
        return row != nullptr && row->takes == Takes::Argument;
      });
    };
    for (const std::string_view line : entry.lines) {
      INFO(entry.names.front() << ": " << line);
      if (line.starts_with("letters "))
        for (const char letter : line.substr(8))
          CHECK_FALSE(in_every_row([&](const OptionTable& options) { return options.letter(letter); }));
      if (line.starts_with("options "))
        for_each_word(line.substr(8), [&](std::string_view option) {
          CHECK_FALSE(in_every_row([&](const OptionTable& options) {
            const OptionRow* const known = options.name(option);
            return known != nullptr && known->name == option ? known : nullptr;
          }));
        });
    }
  }
}

TEST_CASE("a rule allows no way to write an option that it would not allow in another") {
  for (const std::string& name : wrapper_names()) {
    const Wrapper* row = row_of(name);
    const Program* known = find_program(name);
    if (row == nullptr || known == nullptr || known->has(AnyWord)) continue;
    for (const OptionRow& option : with_argument(*row, true)) {
      for (const std::string& spelled : spellings(option.name, "'touch x'")) {
        INFO(name << ' ' << spelled);
        CHECK(by_rule(fmt::format("{} {}", name, spelled), name) != Verdict::Allow);
      }
    }
    if (!known->has(Wraps)) continue;
    for (const OptionRow& option : with_argument(*row, false)) {
      const bool joined = by_rule(fmt::format("{} --{}=1 touch x", name, option.name), name) == Verdict::Allow;
      const bool apart = by_rule(fmt::format("{} --{} 1 touch x", name, option.name), name) == Verdict::Allow;
      INFO(name << ' ' << option.name);
      CHECK(!joined);
      CHECK(!apart);
    }
  }
}

}  // namespace termhost::approval
