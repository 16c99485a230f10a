#include "shell/flatten/flatten_edits.hpp"

#include <algorithm>
#include <utility>

namespace termhost::shell {
namespace {

std::string_view replacement(Layout::Role role) {
  switch (role) {
    case Layout::Role::Separator: return "; ";
    case Layout::Role::Blank: return " ";
    case Layout::Role::Continuation:
    case Layout::Role::Comment: return "";
  }
  return " ";
}

std::string place(std::string_view source, std::size_t position) {
  const std::string_view before = source.substr(0, position);
  const std::size_t line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(position - start + 1);
}

}  // namespace

std::string apply_edits(std::string_view text, std::span<const Layout> layout, std::vector<Edit> edits,
                        std::uint32_t begin, std::uint32_t end) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string out;
  out.reserve(end - begin + edits.size());
  std::uint32_t at = begin;
  const auto replace = [&](std::uint32_t from, std::uint32_t to, std::string_view by) {
    if (from < at) return;
    out += text.substr(at, from - at);
    out += by;
    at = to;
  };
  auto item = layout.begin();
  for (const Edit& edit : edits) {
    for (; item != layout.end() && item->begin <= edit.begin; ++item)
      replace(item->begin, item->end, replacement(item->role));
    replace(edit.begin, edit.end, edit.text);
  }
  for (; item != layout.end(); ++item) replace(item->begin, item->end, replacement(item->role));
  return out += text.substr(at, end - at);
}

Flattened unchanged(std::string_view source) {
  return {.status = FlattenStatus::Unchanged, .form = FlattenForm::None, .command = std::string(source), .reason = {}};
}

Flattened bypassed(std::string_view source, const SyntaxError& error) {
  return {.status = FlattenStatus::Bypassed,
          .form = FlattenForm::None,
          .command = std::string(source),
          .reason = place(source, error.position) + ": " + error.message};
}

Flattened flattened(std::string line, FlattenForm form) {
  const std::string_view reason =
      form == FlattenForm::Eval ? "joining the lines would change what they mean" : "several lines became one";
  return {.status = FlattenStatus::Flattened, .form = form, .command = std::move(line), .reason = std::string(reason)};
}

Flattened joined(std::string line, std::string_view nothing) {
  const bool empty = line.find_first_not_of(" ;") == std::string::npos;
  return flattened(empty ? std::string(nothing) : std::move(line), FlattenForm::Tokens);
}

}  // namespace termhost::shell
