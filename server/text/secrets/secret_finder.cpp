#include "text/secrets/secret_finder.hpp"

#include <algorithm>

namespace termhost::text {
namespace {

/// Moves the spans from index `first` on: they were found in a part of the text that begins at `offset`.
void shift(std::vector<SecretSpan>& found, std::size_t first, std::uint64_t offset) {
  for (std::size_t i = first; i < found.size(); ++i) found[i].offset += offset;
}

}  // namespace

void SecretFinder::add(std::string_view text, std::vector<SecretSpan>& found) {
  if (text.empty()) return;
  const std::size_t first = found.size();
  const bool nothing_held = decided_ == buffer_.size();
  if (nothing_held && (buffer_.empty() || buffer_.back() == '\n')) {
    const std::uint64_t begin = decided();
    const std::size_t known = secrets_->scan(text, 0, Ending::More, found);
    shift(found, first, begin);
    const std::size_t dropped = known - std::min(known, look_behind);
    buffer_ = text.substr(dropped);
    offset_ = begin + dropped;
    decided_ = known - dropped;
    return;
  }
  buffer_ += text;
  const std::size_t known = secrets_->scan(buffer_, decided_, Ending::More, found);
  shift(found, first, offset_);
  const std::size_t dropped = known - std::min(known, look_behind);
  buffer_.erase(0, dropped);
  offset_ += dropped;
  decided_ = known - dropped;
}

std::vector<SecretSpan> SecretFinder::if_ended(std::string_view more) const {
  std::vector<SecretSpan> found;
  const std::string text = buffer_ + std::string(more);
  secrets_->scan(text, decided_, Ending::Cut, found);
  shift(found, 0, offset_);
  return found;
}

}  // namespace termhost::text
