#include "vt/start_marks.hpp"

#include <algorithm>
#include <array>

#include "vt/controls.hpp"

namespace termhost::vt {
namespace {

constexpr std::array<std::string_view, 5> marks{"\x1b]633;C\x07", "\x1b]633;C\x1b\\", "\x1b]133;C\x07",
                                                "\x1b]133;C\x1b\\", "C\x07"};

}  // namespace

StreamHead strip_start_marks(std::string_view head) {
  const auto leads = [&](std::string_view mark) { return head.starts_with(mark); };
  bool marked = false;
  for (const auto* mark = marks.begin(); (mark = std::find_if(marks.begin(), marks.end(), leads)) != marks.end();) {
    head.remove_prefix(mark->size());
    marked = true;
  }
  const bool undecided = std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
    return head.size() < mark.size() && mark.starts_with(head) && mark.front() == escape;
  });
  return {head, marked, undecided};
}

}  // namespace termhost::vt
