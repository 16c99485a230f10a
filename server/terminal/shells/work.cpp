#include "terminal/shells/work.hpp"

#include <utility>

namespace termhost::terminal {

bool Work::end(const base::ExecutionId& execution) {
  if (current_ != execution) return false;
  current_ = {};
  return true;
}

void Work::finished(LastCommand last, const std::vector<Holder>& holders) {
  last_ = std::move(last);
  left_behind_.insert(left_behind_.end(), holders.begin(), holders.end());
}

std::vector<Holder> Work::new_among(std::vector<Holder> holders) {
  std::erase_if(left_behind_, [&](const Holder& h) { return find_process(holders, h) == nullptr; });
  std::erase_if(holders, [&](const Holder& h) { return find_process(left_behind_, h) != nullptr; });
  return holders;
}

}  // namespace termhost::terminal
