#include "text/secrets/hidden_stream.hpp"

#include <span>

namespace termhost::text {
namespace {

/// Binary bytes may look like masks, so a text without secrets is not searched for masks.
std::string shown(std::string bytes, std::uint64_t offset, std::span<const SecretSpan> found, const Secrets& secrets) {
  if (found.empty()) return bytes;
  mask(bytes, offset, found);
  return labelled(std::move(bytes), secrets.names()).text;
}

}  // namespace

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
