#include "cli/settings/json_places.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "rpc/json_reader.hpp"

namespace termhost::cli {
namespace {

class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  void value(const std::string& path) {
    blank();
    places.offsets.emplace(path, at_);
    content(path);
  }

  JsonPlaces places;

 private:
  void content(const std::string& path) {
    if (next() == '{' || next() == '[') {
      if (++depth_ > deepest) at_ = text_.size();
      next() == '{' ? members(path) : items(path);
      return void(--depth_);
    }
    if (next() == '"') return text();
    at_ = std::min(text_.find_first_of(",]} \t\r\n/", at_), text_.size());
  }

  void members(const std::string& path) {
    for (++at_; next_part('}');) {
      const std::size_t begin = at_;
      text();
      const std::string name = rpc::read_json(text_.substr(begin, at_ - begin)).value().get<std::string>();
      const std::string member = fmt::format("{}.{}", path, name);
      if (!places.offsets.insert_or_assign(member, begin).second) places.twice = member;
      blank();
      ++at_;  // the colon
      blank();
      content(member);
    }
  }

  void items(const std::string& path) {
    std::size_t index = 0;
    for (++at_; next_part(']');) value(fmt::format("{}[{}]", path, index++));
  }

  /// At the next part of an object or list, or behind its end.
  bool next_part(char end) {
    blank();
    if (next() == ',') ++at_;
    blank();
    if (at_ < text_.size() && next() != end) return true;
    ++at_;
    return false;
  }

  void text() {
    for (++at_; at_ < text_.size() && next() != '"'; ++at_)
      if (next() == '\\') ++at_;
    ++at_;
  }

  void blank() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      if (next() != '/') return;
      const bool line = text_.substr(at_, 2) == "//";
      at_ = std::min(text_.find(line ? "\n" : "*/", at_ + 2), text_.size()) + (line ? 1 : 2);
    }
  }

  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

JsonPlaces json_places(std::string_view text, const std::string& root) {
  Walk walk(text);
  walk.value(root);
  return std::move(walk.places);
}

std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  return fmt::format("line {}, column {}", line, before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1);
}

std::string problem_in(std::string_view text, const rpc::JsonProblem& problem) {
  return fmt::format("{}: this {}", place_of(text, problem.byte > 0 ? problem.byte - 1 : 0), problem.what);
}

}  // namespace termhost::cli
