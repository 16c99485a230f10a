#include "approval/trusted_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "approval/arguments.hpp"
#include "approval/operands.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using Rows = std::array<const Program*, 2>;

RunnerOption named(const Rows& rows, std::string_view name, bool single_dash, bool attached) {
  for (const Program* row : rows)
    if (const Program::Long* found = row->find_long(name, single_dash, !attached))
      return {true, found->takes && !attached};
  return {};
}

Program::Letter letter_of(const Rows& rows, char c) {
  for (const Program* row : rows)
    if (const Program::Letter& letter = row->letters[static_cast<unsigned char>(c) & 0x7FU]; letter.known)
      return letter;
  return {};
}

/// `-xvs`, `-n4`, `-p:Configuration=Release`
RunnerOption letters(const Rows& rows, std::string_view text, std::string_view next) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const Program::Letter letter = letter_of(rows, text[at]);
    if (!letter.known || static_cast<unsigned char>(text[at]) > 0x7F) return {};
    if (!letter.takes && !letter.attached) continue;
    std::string_view value = text.substr(at + 1);
    const bool takes_next = value.empty() && letter.takes;
    if (takes_next) value = next;
    if (value.starts_with(':') || value.starts_with('=')) value.remove_prefix(1);
    return {fits(letter.kind, {value}), takes_next};
  }
  return {true, false};
}

}  // namespace

std::string_view option_name(std::string_view option) { return option.substr(0, option.find_first_of("=:")); }

RunnerOption runner_option(const Program& runner, std::string_view option, std::string_view next) {
  static const Program& any = *find_program("any runner");
  const Rows rows{&runner, &any};
  const std::string_view name = option_name(option);
  const bool attached = name.size() < option.size();
  if (name.find(shell::unknown_part) != std::string_view::npos) return {};
  if (option.starts_with("--")) return named(rows, name.substr(2), false, attached);
  const RunnerOption whole = named(rows, name.substr(1), true, attached);
  return whole.harmless ? whole : letters(rows, option.substr(1), next);
}

std::optional<std::string> trusted_objection(std::string_view word, std::string_view name,
                                             const ReadablePlaces& places) {
  if (word.find('$') != word.npos) return fmt::format("`{}` may put something else in place of `{}`", name, word);
  while (!word.empty()) {  // `--cov-report=html:/etc/x`
    const std::string_view path = word.substr(0, word.find_first_of("=:,"));
    if (!places.may_be_told(path)) return not_public(path);
    word.remove_prefix(std::min(path.size() + 1, word.size()));
    if (listed("http https ws wss", path) && word.starts_with("//") && !has_part(word, "..")) break;  // an address
  }
  return std::nullopt;
}

bool tells_harness_to_write(Words rest) {
  return std::ranges::any_of(rest, [](const shell::ShellWord& word) { return word.text.starts_with("--logfile"); });
}

}  // namespace termhost::approval
