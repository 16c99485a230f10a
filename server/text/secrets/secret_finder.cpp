#include "text/secrets/secret_finder.hpp"

#include <algorithm>
#include <span>

namespace termhost::text {
namespace {

/// Moves the spans from index `first` on: they were found in a part of the text that begins at `offset`.
void shift(std::vector<SecretSpan>& found, std::size_t first, std::uint64_t offset) {
  for (std::size_t i = first; i < found.size(); ++i) found[i].offset += offset;
}

/// Binary bytes may look like masks, so a text without secrets is not searched for masks.
std::string shown(std::string bytes, std::uint64_t offset, std::span<const SecretSpan> found, const Secrets& secrets) {
  if (found.empty()) return bytes;
  mask(bytes, offset, found);
  return labelled(std::move(bytes), secrets.names()).text;
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

std::string HiddenStream::add(std::string_view bytes) {
  if (!finder_) return std::string(bytes);
  const std::uint64_t begin = finder_->decided();
  std::string all = std::string(finder_->held()) + std::string(bytes);
  std::vector<SecretSpan> found;
  finder_->add(bytes, found);
  all.resize(finder_->decided() - begin);
  return shown(std::move(all), begin, found, finder_->secrets());
}

std::string HiddenStream::finish() {
  if (!finder_) return {};
  std::string rest = shown(std::string(finder_->held()), finder_->decided(), finder_->if_ended(), finder_->secrets());
  finder_.reset();
  return rest;
}

}  // namespace termhost::text
