#include "terminal/executions/raw_sample.hpp"

#include <algorithm>

namespace termhost::terminal {
namespace {

constexpr std::size_t head_bytes = 8;
constexpr std::size_t sample_bytes = std::size_t{8} << 10;
constexpr std::size_t fewest = 8, share = 10;  ///< one byte in ten

/// BEL to CR, SO and SI, and ESC are what terminals know.
bool is_strange(char byte) {
  const auto c = static_cast<unsigned char>(byte);
  return (c > 0 && c < 0x07) || (c > 0x0f && c < 0x20 && c != 0x1b) || c == 0x7f;
}

}  // namespace

void RawSample::add(std::string_view bytes) {
  if (looked_at_ == sample_bytes) return;
  if (head_.size() < head_bytes) head_ += bytes.substr(0, head_bytes - head_.size());
  bytes = bytes.substr(0, sample_bytes - looked_at_);
  looked_at_ += bytes.size();
  for (const char byte : bytes) {
    const bool nul = byte == '\0';
    if (is_strange(byte) || (nul && after_nul_)) ++unprintable_;
    after_nul_ = nul;
  }
}

bool RawSample::is_binary() const { return unprintable_ >= fewest && unprintable_ * share > looked_at_; }

}  // namespace termhost::terminal
