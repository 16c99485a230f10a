#include "text/preview/fold.hpp"

#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

#include "base/number_text.hpp"

namespace termhost::text {
namespace {

std::string repeats_in_words(const Folded& what) {
  const std::string times = base::grouped(what.repeats);
  if (what.period == 1)
    return what.alike ? fmt::format("{} more like the line above", times)
                      : fmt::format("the line above {} more times", times);
  return fmt::format("{}the {} lines above {} more times", what.alike ? "like " : "", what.period, times);
}

struct Part {
  std::uint64_t count;
  std::string_view name;
};

}  // namespace

Folded& Folded::operator+=(const Folded& more) {
  tests += more.tests;
  suites += more.suites;
  progress += more.progress;
  warnings += more.warnings;
  errors += more.errors;
  repeats += more.repeats;
  period += more.period;
  alike |= more.alike;
  return *this;
}

std::string in_words(const Folded& what) {
  std::string words = what.repeats > 0 ? repeats_in_words(what) : std::string();
  for (const Part& part : {
           Part{what.tests, "passing tests"},
           Part{what.suites, "passing suites"},
           Part{what.progress, "lines of progress"},
           Part{what.warnings, "warnings like those above"},
           Part{what.errors, "errors like those above"},
       }) {
    if (part.count > 0)
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", base::grouped(part.count), part.name);
  }
  return words;
}

}  // namespace termhost::text
