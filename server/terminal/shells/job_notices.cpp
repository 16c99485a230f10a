#include "terminal/shells/job_notices.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace termhost::terminal {
namespace {

constexpr std::size_t remembered_lines = 16, longest_notice = 512;

/// Has an `&` that is neither half of `&&` nor part of a redirection.
bool puts_in_background(std::string_view line) {
  constexpr std::string_view before = "&<>", behind = "&>";
  for (std::size_t at = line.find('&'); at != line.npos; at = line.find('&', at + 1)) {
    const bool ends_word = at > 0 && before.find(line[at - 1]) != before.npos;
    const bool begins_word = at + 1 < line.size() && behind.find(line[at + 1]) != behind.npos;
    if (!ends_word && !begins_word) return true;
  }
  return false;
}

/// The beginnings of a status, in small letters.
constexpr std::array<std::string_view, 10> statuses{"done",  "exit",         "killed",    "terminated", "hangup",
                                                    "abort", "segmentation", "interrupt", "stopped",    "suspended"};

bool is_status(std::string_view text) {
  return std::any_of(statuses.begin(), statuses.end(), [&](std::string_view status) {
    return std::equal(status.begin(), status.end(), text.begin(), text.begin() + std::min(status.size(), text.size()),
                      [](char a, char b) { return a == (b | 0x20); });
  });
}

/// "[1]", or what may become it.
bool may_be_notice(std::string_view line) {
  const auto rest = std::find_if_not(line.begin() + 1, line.end(), base::is_digit);
  return line.front() == '[' && (rest == line.end() || (*rest == ']' && rest != line.begin() + 1));
}

/// The 1 of "1>&2" and the 0 of "0<file", which shells tell though nobody wrote them.
bool is_understood_number(std::string_view text, std::size_t at) {
  if (at > 0 && base::is_name_char(text[at - 1])) return false;
  const std::string_view rest = text.substr(at);
  return rest.starts_with("1>") || rest.starts_with("0<");
}

/// Shells quote, space and punctuate anew what they tell.
std::string bare(std::string_view text) {
  constexpr std::string_view layout = "'\"\\; \t\r\n";
  std::string kept;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (layout.find(text[at]) == layout.npos && !is_understood_number(text, at)) kept += text[at];
  }
  return kept;
}

/// The command after the status of "[1]+  Done      make -j". The shells put at least two blanks between them.
std::string_view command_of(std::string_view notice) {
  std::size_t at = notice.find_first_not_of("+- ", notice.find(']') + 1);
  if (at == notice.npos || !is_status(notice.substr(at))) return {};
  at = notice.find("  ", at);
  at = notice.find_first_not_of(' ', at);
  return at == notice.npos ? std::string_view() : notice.substr(at, notice.find_last_not_of(" \r\n") + 1 - at);
}

/// "[1] 4018"
bool is_number(std::string_view line) {
  constexpr std::string_view blanks_and_digits = " \t0123456789\r\n";
  const std::size_t behind = line.find(']') + 1;
  const std::string_view rest = line.substr(behind);
  return behind > 0 && line.ends_with('\n') && (rest.front() == ' ' || rest.front() == '\t') &&
         rest.find_first_not_of(blanks_and_digits) == rest.npos && rest.find_first_of("0123456789") != rest.npos;
}

}  // namespace

void JobNotices::command_started(std::string_view line) {
  starts_jobs_ = puts_in_background(line);
  rest_.clear();
  if (!starts_jobs_) return;
  if (lines_.size() == remembered_lines) lines_.pop_front();
  lines_.push_back(bare(line));
}

void JobNotices::command_ended() {
  at_line_start_ = true;
  starts_jobs_ = false;
}

bool JobNotices::is_notice(std::string_view line) {
  const std::string command = bare(command_of(line));
  if (command.empty()) return false;
  for (const std::string& known : lines_) {
    const std::size_t at = known.find(command);
    if (at == known.npos) continue;
    rest_ = known.substr(at + command.size());
    return true;
  }
  return false;
}

/// A loop is told in lines of its own, up to its `&`.
bool JobNotices::continues_notice(std::string_view line) {
  if (rest_.empty() || rest_.starts_with('&')) return false;
  const bool whole = line.ends_with('\n');
  const bool may_be_understood = !whole && (line.ends_with('1') || line.ends_with('0'));
  const std::string command = bare(line.substr(0, line.size() - (may_be_understood ? 1 : 0)));
  if (!rest_.starts_with(command) || (whole && command.empty())) return false;
  if (whole) rest_.erase(0, command.size());
  return true;
}

/// The line is one, or may become one.
bool JobNotices::is_of_shell(std::string_view line) {
  if (!at_line_start_) return false;
  if (continues_notice(line)) return true;
  rest_.clear();
  if (!may_be_notice(line)) return false;
  return !line.ends_with('\n') || is_notice(line) || (starts_jobs_ && is_number(line));
}

std::string JobNotices::without_notices(std::string_view output, std::string_view running) {
  std::string all = take_held() + std::string(output), kept;
  if (none() || running.find("jobs") != running.npos) return all;  // it is asked for them
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end == rest.npos ? end : end + 1);
    rest.remove_prefix(line.size());
    const bool whole = line.ends_with('\n'), taken = line.size() < longest_notice && is_of_shell(line);
    if (taken && !whole) {
      held_ = line;
      break;
    }
    at_line_start_ = whole;
    if (!taken) kept += line;
  }
  return kept;
}

}  // namespace termhost::terminal
