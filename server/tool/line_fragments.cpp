#include "tool/line_fragments.hpp"

#include <map>
#include <utility>

namespace termhost::tool {

using Kind = LineStep::Kind;

std::uint16_t LineFragments::add(const LineStep& step) {
  constexpr std::size_t most_steps = 4000;
  if (program_.steps.size() >= most_steps) {
    too_many_ = true;
    return 0;
  }
  program_.steps.push_back(step);
  return static_cast<std::uint16_t>(program_.steps.size() - 1);
}

std::uint16_t LineFragments::fork(std::uint16_t next, std::uint16_t other) {
  return add({.kind = Kind::Fork, .next = next, .other = other});
}

void LineFragments::join(std::uint16_t end, std::uint16_t next) {
  program_.steps[end].next = program_.steps[end].other = next;
}

std::optional<LineProgram> LineFragments::finish(Fragment all) && {
  program_.start = all.begin;
  join(all.end, add({.kind = Kind::Match}));
  return too_many_ ? std::nullopt : std::optional(std::move(program_));
}

Fragment LineFragments::empty() {
  const std::uint16_t step = fork(0, 0);
  return {step, step};
}

Fragment LineFragments::bytes(const ByteSet& allowed) {
  const Fragment out = empty();
  return {add({.kind = Kind::Bytes, .next = out.begin, .bytes = allowed & ~one_byte('\n')}), out.end};
}

Fragment LineFragments::text(std::string_view literal) {
  Fragment all = empty();
  for (const char byte : literal) all = then(all, bytes(one_byte(byte)));
  return all;
}

/// Texts that differ in the last byte alone are made together.
Fragment LineFragments::any_of(const std::vector<std::string>& texts) {
  std::map<std::string, ByteSet> last_bytes;
  for (const std::string& one : texts) last_bytes[one.substr(0, one.size() - 1)] |= one_byte(one.back());
  std::optional<Fragment> all;
  for (const auto& [beginning, last] : last_bytes) {
    const Fragment some = then(text(beginning), bytes(last));
    all = all ? either(*all, some) : some;
  }
  return *all;
}

/// What is not ASCII, as loosely as RE2 takes it.
Fragment LineFragments::all_others() {
  const auto character = [&](unsigned first, unsigned last, int following) {
    Fragment all = bytes(byte_range(first, last));
    for (int i = 0; i < following; ++i) all = then(all, bytes(byte_range(0x80, 0xBF)));
    return all;
  };
  const Fragment two = character(0xC2, 0xDF, 1);
  const Fragment three = character(0xE0, 0xEF, 2);
  return either(two, either(three, character(0xF0, 0xF4, 3)));
}

Fragment LineFragments::characters(const CharacterSet& set) {
  const Fragment of_ascii = bytes(set.ascii_ones);
  if (set.all_others) return either(of_ascii, all_others());
  return set.others.empty() ? of_ascii : either(of_ascii, any_of(set.others));
}

Fragment LineFragments::assertion(LineAssertion what) {
  const Fragment out = empty();
  return {add({.kind = Kind::Assertion, .assertion = what, .next = out.begin}), out.end};
}

Fragment LineFragments::then(Fragment first, Fragment second) {
  join(first.end, second.begin);
  return {first.begin, second.end};
}

Fragment LineFragments::either(Fragment one, Fragment other) {
  const Fragment out = empty();
  join(one.end, out.begin);
  join(other.end, out.begin);
  return {fork(one.begin, other.begin), out.end};
}

Fragment LineFragments::any_number(Fragment inner) {
  const Fragment out = empty();
  const std::uint16_t again = fork(inner.begin, out.begin);
  join(inner.end, again);
  return {again, out.end};
}

Fragment LineFragments::once_or_more(Fragment inner) { return {inner.begin, any_number(inner).end}; }

}  // namespace termhost::tool
