// Bytes on their way through the host.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace termhost::host {

/// They stay where they are, and are copied only where they have to wait.
class Chunk {
 public:
  explicit Chunk(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// The chunk with only `rest`, which is a part of its bytes.
  [[nodiscard]] Chunk from(std::string_view rest) const {
    Chunk part(*this);
    part.bytes_ = rest;
    return part;
  }
  void keep() {
    kept_ = std::make_shared<const std::string>(bytes_);
    bytes_ = *kept_;
  }

 private:
  std::string_view bytes_;
  std::shared_ptr<const std::string> kept_;
};

}  // namespace termhost::host
