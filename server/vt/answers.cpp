#include "vt/answers.hpp"

#include <cstddef>

namespace termhost::vt {
namespace {

constexpr std::size_t none = std::string_view::npos;

/// `ESC ] … BEL` and `ESC P … ESC \`, after their first two bytes.
std::size_t end_of_string(std::string_view input) {
  const std::size_t end = input.find_first_of("\x07\x1b", 2);
  if (end == none || input[end] == '\x07') return end == none ? none : end + 1;
  return input.substr(end).starts_with("\x1b\\") ? end + 2 : none;
}

/// Position, status, attributes, modes, size and state of the keyboard have parameters, the focus has none.
std::size_t end_of_report(std::string_view input) {
  const std::size_t last = input.find_first_not_of("0123456789;?>=$", 2);
  if (last == none) return none;
  const std::string_view finals = last == 2 ? "IO" : input[2] == '?' ? "Rncyu" : "Rncyt";
  return finals.find(input[last]) == none ? none : last + 1;
}

std::size_t end_of_answer(std::string_view input) {
  if (input.size() < 3 || input[0] != '\x1b') return none;
  if (input[1] == '[') return end_of_report(input);
  return input[1] == ']' || input[1] == 'P' ? end_of_string(input) : none;
}

}  // namespace

bool are_answers(std::string_view input) {
  if (input.empty()) return false;
  while (!input.empty()) {
    const std::size_t end = end_of_answer(input);
    if (end == none) return false;
    input.remove_prefix(end);
  }
  return true;
}

}  // namespace termhost::vt
