#include "vt/segmenter.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "vt/controls.hpp"

namespace termhost::vt {
namespace {

constexpr std::size_t max_payload = 64 * 1024;

constexpr bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

/// True if a payload with this beginning may become a marker's.
bool may_be_marker(std::string_view payload) {
  constexpr std::array<std::string_view, 5> beginnings{"633;", "133;", "7;", "9;9;", "1337;CurrentDir="};
  return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
    return payload.starts_with(beginning) || beginning.starts_with(payload);
  });
}

/// Length of the introducer that `bytes` begin with; nothing if they begin with none, 0 if with half of one.
std::optional<std::size_t> introducer_length(std::string_view bytes) {
  if (bytes.front() == c1_osc) return 1;
  if (bytes.size() == 1) return 0;
  const bool is_introducer = bytes.front() == escape ? bytes[1] == ']' : bytes[1] == c1_osc;
  return is_introducer ? std::optional<std::size_t>(2) : std::nullopt;
}

bool may_begin_marker(std::string_view bytes) {
  const auto length = introducer_length(bytes);
  return length && (*length == 0 || may_be_marker(bytes.substr(*length)));
}

const char* find(const char* at, const char* end, char byte) {
  const void* const found = std::memchr(at, byte, static_cast<std::size_t>(end - at));
  return found == nullptr ? end : static_cast<const char*>(found);
}

/// The first offset in `bytes` at which a marker may begin; their size if there is none.
std::size_t find_marker(std::string_view bytes, char previous) {
  const char* const begin = bytes.data();
  const char* const end = begin + bytes.size();
  const auto before = [&](const char* at) { return at == begin ? previous : at[-1]; };
  const char* next_escape = find(begin, end, escape);
  const char* next_c1 = find(begin, end, c1_osc);
  while (next_escape != end || next_c1 != end) {
    const bool is_c1 = next_c1 < next_escape;
    const char* at = is_c1 ? next_c1 : next_escape;
    const bool in_utf8 = is_c1 && at != begin && at[-1] == c1_lead;
    if (in_utf8) --at;
    const bool possible = !is_c1 || in_utf8 || is_ascii(before(at));
    if (possible && may_begin_marker({at, end})) return static_cast<std::size_t>(at - begin);
    if (is_c1) {
      next_c1 = find(next_c1 + 1, end, c1_osc);
    } else {
      next_escape = find(next_escape + 1, end, escape);
    }
  }
  return bytes.size() - (bytes.back() == c1_lead ? 1 : 0);
}

/// Length of the terminator that an unfinished sequence now ends in; 0 if it goes on.
std::size_t terminator_length(std::string_view held) {
  const char last = held.back();
  const char before = held[held.size() - 2];
  if (before == escape) return 2;  // ESC \, or an ESC that begins something else
  if (last == bell) return 1;
  if (last != c1_st) return 0;
  return before == c1_lead ? 2 : is_ascii(before) ? 1 : 0;
}

}  // namespace

std::optional<Segment> Segmenter::next(std::string_view& bytes) {
  if (bytes.empty()) return std::nullopt;
  if (held_.empty()) {
    const std::size_t size = find_marker(bytes, previous_);
    if (size > 0) {
      const std::string_view data = bytes.substr(0, size);
      bytes.remove_prefix(size);
      previous_ = data.back();
      return Segment{data, std::nullopt};
    }
  }
  return hold(bytes);
}

/// Takes bytes one by one until it is clear whether they are a marker.
std::optional<Segment> Segmenter::hold(std::string_view& bytes) {
  for (; !bytes.empty(); bytes.remove_prefix(1)) {
    const char byte = bytes.front();
    held_ += byte;
    const auto introducer = introducer_length(held_);
    if (!introducer) return release();
    if (*introducer == 0 || held_.size() == *introducer) continue;
    const std::string_view payload = std::string_view(held_).substr(*introducer);
    if (byte == cancel || byte == substitute || payload.size() > max_payload) return release();
    const std::size_t terminator = terminator_length(held_);
    if (terminator == 0 && (byte == escape || byte == c1_lead || may_be_marker(payload))) continue;
    if (terminator == 0) return release();
    const bool foreign = terminator == 2 && held_[held_.size() - 2] == escape && byte != '\\';
    auto marker = parse_shell_marker(payload.substr(0, payload.size() - terminator));
    if (!marker) return release();
    held_.clear();
    if (foreign) {
      held_ = escape;
    } else {
      bytes.remove_prefix(1);
      previous_ = byte;
    }
    return Segment{{}, std::move(marker)};
  }
  return std::nullopt;
}

/// Releases the held bytes as data, because they are not a marker. The last byte is still in the stream and stays
/// there; the byte before it does too, if it may begin another sequence.
Segment Segmenter::release() {
  std::size_t size = held_.size() - 1;
  if (size > 1 && (held_[size - 1] == escape || held_[size - 1] == c1_lead)) --size;
  ready_.assign(held_, 0, size);
  held_ = held_.substr(size, held_.size() - size - 1);
  previous_ = ready_.back();
  return {ready_, std::nullopt};
}

std::string Segmenter::take_rest() { return std::exchange(held_, {}); }

}  // namespace termhost::vt
