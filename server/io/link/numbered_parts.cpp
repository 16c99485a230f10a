#include "io/link/numbered_parts.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace termhost::io {
namespace {

constexpr std::size_t most_kept = std::size_t{8} << 20, longest_part = std::size_t{64} << 20;
constexpr std::size_t most_unconfirmed = 256 * 1024;  // else a number goes with the next part
constexpr std::size_t longest_header = 64;
constexpr std::array kinds{'m', 'e', 'x'};  // Part::Kind
constexpr char confirmation = 'a';

/// `m 12 345`: the kind, the parts that have come from the other side, the size of the text after the line.
struct Header {
  char kind = 0;
  std::uint64_t arrived = 0, size = 0;
};

std::optional<Header> read_header(std::string_view line) {
  Header header;
  if (line.size() < 5 || line[1] != ' ') return std::nullopt;
  header.kind = line[0];
  const char* const end = line.data() + line.size();
  const auto arrived = std::from_chars(line.data() + 2, end, header.arrived);
  if (arrived.ec != std::errc() || arrived.ptr == end || *arrived.ptr != ' ') return std::nullopt;
  const auto size = std::from_chars(arrived.ptr + 1, end, header.size);
  if (size.ec != std::errc() || size.ptr != end || header.size > longest_part) return std::nullopt;
  return header;
}

std::optional<Part::Kind> kind_of(char letter) {
  for (std::size_t at = 0; at < kinds.size(); ++at)
    if (kinds[at] == letter) return static_cast<Part::Kind>(at);
  return std::nullopt;
}

}  // namespace

void NumberedParts::send(Part part) {
  kept_bytes_ += part.text.size();
  kept_.push_back(std::move(part));
}

bool NumberedParts::has_room() const { return kept_bytes_ < most_kept; }

bool NumberedParts::begin_carrier(std::uint64_t count) {
  next_ = kept_.size();
  if (!arrived(count)) return false;
  next_ = 0;
  out_.clear();
  written_ = 0;
  in_.clear();
  return true;
}

std::string_view NumberedParts::to_write() {
  if (written_ == out_.size()) {
    out_.clear();
    written_ = 0;
    if (next_ < kept_.size()) {
      const Part& part = kept_[next_++];
      out_ = frame(kinds[static_cast<std::size_t>(part.kind)], part.text);
    } else if (must_confirm_) {
      out_ = frame(confirmation, {});
    }
  }
  return std::string_view(out_).substr(written_);
}

bool NumberedParts::feed(std::string_view bytes, std::vector<Part>& parts) {
  in_ += bytes;
  std::size_t at = 0;
  while (true) {
    const std::size_t line = in_.find('\n', at);
    if (line == std::string::npos) break;
    const auto header = read_header(std::string_view(in_).substr(at, line - at));
    if (!header) return false;
    if (in_.size() - line - 1 < header->size) break;
    if (!arrived(header->arrived)) return false;
    if (header->kind != confirmation) {
      const auto kind = kind_of(header->kind);
      if (!kind) return false;
      ++received_;
      unconfirmed_ += header->size;
      must_confirm_ = must_confirm_ || unconfirmed_ > most_unconfirmed || *kind == Part::Kind::End;
      parts.push_back({*kind, in_.substr(line + 1, header->size)});
    }
    at = line + 1 + header->size;
  }
  in_.erase(0, at);
  return in_.find('\n') != std::string::npos || in_.size() < longest_header;
}

bool NumberedParts::arrived(std::uint64_t count) {
  if (count < first_ || count - first_ > next_) return false;
  for (; first_ < count; ++first_, --next_) {
    kept_bytes_ -= kept_.front().text.size();
    kept_.pop_front();
  }
  return true;
}

std::string NumberedParts::frame(char kind, std::string_view text) {
  unconfirmed_ = 0;
  must_confirm_ = false;
  return fmt::format("{} {} {}\n{}", kind, received_, text.size(), text);
}

}  // namespace termhost::io
