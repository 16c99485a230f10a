#include "cli/agents/json_edit.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/settings/json_places.hpp"
#include "rpc/json_reader.hpp"

namespace termhost::cli {
namespace {

using protocol::OrderedJson;

struct Child {
  std::string name;       ///< empty in a list
  std::size_t begin = 0;  ///< of the name, or of the element
  std::size_t value = 0, end = 0;
};

struct Container {
  std::size_t open = 0, close = 0;
  std::vector<Child> children{};
};

/// The value of a part of valid JSON with comments.
OrderedJson value_of(std::string_view part) {
  return rpc::read_json<OrderedJson>(part, {.comments = true}).value_or(OrderedJson());
}

/// Finds its way in valid JSON with comments.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t root() const { return past_blank(0); }

  [[nodiscard]] Container container(std::size_t open) const {
    Container found{.open = open};
    const bool object = text_[open] == '{';
    std::size_t at = past_blank(open + 1);
    while (text_[at] != '}' && text_[at] != ']') {
      Child child{.begin = at, .value = at};
      if (object) {
        const std::size_t end = past_text(at);
        child.name = value_of(text_.substr(at, end - at)).get<std::string>();
        child.value = past_blank(past_blank(end) + 1);
      }
      child.end = past_value(child.value);
      found.children.push_back(child);
      at = past_blank(child.end);
      if (text_[at] == ',') at = past_blank(at + 1);
    }
    found.close = at;
    return found;
  }

  /// Blanks and comments.
  [[nodiscard]] std::size_t past_blank(std::size_t at) const {
    for (;;) {
      at = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
      if (at >= text_.size() || text_[at] != '/') return at;
      const bool line = text_[at + 1] == '/';
      at = std::min(text_.find(line ? "\n" : "*/", at + 2), text_.size()) + (line ? 1 : 2);
    }
  }

 private:
  [[nodiscard]] std::size_t past_text(std::size_t at) const {
    for (++at; text_[at] != '"'; ++at)
      if (text_[at] == '\\') ++at;
    return at + 1;
  }

  [[nodiscard]] std::size_t past_value(std::size_t at) const {
    std::size_t depth = 0;
    for (;; at = past_blank(at)) {
      const char c = text_[at];
      if (c == '"') {
        at = past_text(at);
      } else if (c == '{' || c == '[') {
        ++depth, ++at;
        continue;
      } else if (c == '}' || c == ']') {
        --depth, ++at;
      } else if (c == ',' || c == ':') {
        ++at;
        continue;
      } else {
        at = std::min(text_.find_first_of(",:]} \t\r\n/", at), text_.size());
      }
      if (depth == 0) return at;
    }
  }

  std::string_view text_;
};

/// The start of the blanks before `at`.
std::size_t before_blanks(std::string_view text, std::size_t at) {
  const std::size_t last = text.substr(0, at).find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? 0 : last + 1;
}

std::string indent_at(std::string_view text, std::size_t at) {
  const std::size_t newline = text.substr(0, at).rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return std::string(text.substr(start, std::min(text.find_first_not_of(" \t", start), text.size()) - start));
}

bool has_newline(std::string_view text, std::size_t begin, std::size_t end) {
  return text.substr(begin, end - begin).find('\n') != std::string_view::npos;
}

/// One step of indentation, as the first member has it.
std::string step_of(std::string_view text) {
  const Scanner scanner(text);
  const Container root = scanner.container(scanner.root());
  if (root.children.empty() || !has_newline(text, root.open, root.children.front().begin)) return "  ";
  const std::string step = indent_at(text, root.children.front().begin);
  return step.empty() ? "  " : step;
}

std::string replaced(std::string text, char what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, 1, by);
  return text;
}

/// `value` in a line, or in lines of which all but the first begin with `indent`. No text of JSON has a tab or a
/// newline of its own.
std::string written(const OrderedJson& value, bool lines, const std::string& indent, const std::string& step) {
  return lines ? replaced(replaced(value.dump(1, '\t'), '\n', "\n" + indent), '\t', step) : value.dump();
}

std::string appended(std::string_view text, const Container& to, const std::string& name, const OrderedJson& value) {
  const bool lines = to.children.empty() || has_newline(text, to.open, to.close);
  const std::string step = step_of(text), outer = indent_at(text, to.open);
  const std::string indent = to.children.empty() ? outer + step : indent_at(text, to.children.back().begin);
  std::string part = written(value, lines, indent, step);
  if (!name.empty()) part = OrderedJson(name).dump() + ": " + part;
  part = (lines ? "\n" + indent : " ") + part;
  if (to.children.empty() && !has_newline(text, to.open, to.close)) part += "\n" + outer;
  std::string result(text);
  result.insert(std::max(before_blanks(text, to.close), to.open + 1), part);
  if (!to.children.empty()) result.insert(to.children.back().end, ",");
  return result;
}

std::string erased(std::string_view text, const Container& from, std::size_t index) {
  std::string result(text);
  if (from.children.size() == 1) return result.erase(from.open + 1, from.close - from.open - 1);
  const Child& child = from.children[index];
  const bool last = index + 1 == from.children.size();
  const std::size_t begin = before_blanks(text, child.begin);
  const std::size_t comma = Scanner(text).past_blank(last ? from.children[index - 1].end : child.end);
  if (!last) result.erase(comma, 1);
  result.erase(begin, child.end - begin);
  if (last) result.erase(comma, 1);
  return result;
}

/// One sentence, or nothing: then `text` can be scanned.
std::optional<std::string> problem_of(std::string_view text) {
  const auto read = rpc::read_json<OrderedJson>(text, {.comments = true});
  if (!read) return problem_in(text, read.error());
  return read->is_object() ? std::nullopt : std::optional(place_of(text, 0) + ": it is not a JSON object");
}

/// The containers on the way to a part, the innermost last, and the child of each that leads on.
struct Way {
  std::vector<std::pair<Container, std::size_t>> steps;
  std::optional<std::size_t> missing;  ///< the name in the path that is not there
  std::string problem;
};

Way way_to(std::string_view text, const JsonPart& part) {
  const Scanner scanner(text);
  Way way;
  std::size_t at = scanner.root();
  for (std::size_t depth = 0; depth < part.path.size(); ++depth) {
    if (text[at] != '{') {
      way.problem = fmt::format("{}: `{}` is not an object", place_of(text, at), part.path[depth - 1]);
      return way;
    }
    Container here = scanner.container(at);
    const auto found = std::find_if(here.children.begin(), here.children.end(),
                                    [&](const Child& child) { return child.name == part.path[depth]; });
    const auto index = static_cast<std::size_t>(found - here.children.begin());
    if (found == here.children.end())
      way.missing = depth;
    else
      at = found->value;
    way.steps.emplace_back(std::move(here), index);
    if (way.missing) return way;
  }
  if (!part.element) return way;
  if (text[at] != '[') {
    way.problem = fmt::format("{}: `{}` is not a list", place_of(text, at), part.path.back());
    return way;
  }
  Container list = scanner.container(at);
  const auto same = std::find_if(list.children.begin(), list.children.end(), [&](const Child& child) {
    return value_of(text.substr(child.value, child.end - child.value)) == part.value;
  });
  const auto index = static_cast<std::size_t>(same - list.children.begin());
  if (same == list.children.end()) way.missing = part.path.size();
  way.steps.emplace_back(std::move(list), index);
  return way;
}

/// The way to the part where it is there with its very value, else one without steps.
base::Expected<Way, std::string> way_to_value(std::string_view text, const JsonPart& part) {
  if (before_blanks(text, text.size()) == 0) return Way{};
  if (const auto problem = problem_of(text)) return base::unexpected(*problem);
  Way way = way_to(text, part);
  if (way.missing || !way.problem.empty()) return Way{};
  const Child& child = way.steps.back().first.children[way.steps.back().second];
  return value_of(text.substr(child.value, child.end - child.value)) == part.value ? std::move(way) : Way{};
}

}  // namespace

Edited with_part(std::string_view text, const JsonPart& part) {
  if (before_blanks(text, text.size()) == 0) text = "{}\n";
  if (const auto problem = problem_of(text)) return base::unexpected(*problem);
  const Way way = way_to(text, part);
  if (!way.problem.empty()) return base::unexpected(way.problem);
  if (!way.missing) return std::string(text);
  OrderedJson value = part.element && *way.missing < part.path.size() ? OrderedJson::array({part.value}) : part.value;
  for (std::size_t depth = part.path.size(); depth > *way.missing + 1; --depth)
    value = OrderedJson{{part.path[depth - 1], std::move(value)}};
  const std::string name = *way.missing < part.path.size() ? part.path[*way.missing] : "";
  return appended(text, way.steps.back().first, name, value);
}

Edited with_part_replaced(std::string_view text, const JsonPart& part, const OrderedJson& value) {
  const auto way = way_to_value(text, part);
  if (!way) return base::unexpected(way.error());
  if (way->steps.empty()) return std::string(text);
  const auto& [inner, index] = way->steps.back();
  const Child& child = inner.children[index];
  const bool lines = has_newline(text, inner.open, inner.close);
  return std::string(text).replace(child.value, child.end - child.value,
                                   written(value, lines, indent_at(text, child.begin), step_of(text)));
}

Edited without_part(std::string_view text, const JsonPart& part) {
  auto way = way_to_value(text, part);
  if (!way) return base::unexpected(way.error());
  if (way->steps.empty()) return std::string(text);
  while (way->steps.size() > 1 && way->steps.back().first.children.size() == 1) way->steps.pop_back();
  return erased(text, way->steps.back().first, way->steps.back().second);
}

}  // namespace termhost::cli
