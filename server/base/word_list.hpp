// Tables that are texts: words separated by blanks.
#pragma once

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace termhost::base {

/// Calls `visit` with each part that is not empty.
template <class Visit>
void for_each_part(std::string_view list, char separator, const Visit& visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (end > 0) visit(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

/// Is `word` one of the blank-separated words of `list`?
[[nodiscard]] inline bool listed(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != word.npos) return false;
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

/// A long list, made ready to be asked often.
class NameSet {
 public:
  explicit NameSet(std::string_view list) {
    for_each_part(list, ' ', [&](std::string_view name) { names_.insert(name); });
  }
  [[nodiscard]] bool has(std::string_view name) const { return names_.contains(name); }

 private:
  std::unordered_set<std::string_view> names_;
};

}  // namespace termhost::base
