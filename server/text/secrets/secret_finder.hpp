// Finds the secrets of a text that comes in pieces: the same for every way to cut it. What may be the beginning of one
// is held until it is decided; memory is the longest secret.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/secrets/secrets.hpp"

namespace termhost::text {

class SecretFinder {
 public:
  explicit SecretFinder(std::shared_ptr<const Secrets> secrets) : secrets_(std::move(secrets)) {}

  /// Continues the text. Appends the spans, in order and disjoint, that end before decided().
  void add(std::string_view text, std::vector<SecretSpan>& found);

  /// Up to here nothing that comes can make a difference.
  [[nodiscard]] std::uint64_t decided() const { return offset_ + decided_; }
  /// What has come behind that.
  [[nodiscard]] std::string_view held() const { return std::string_view(buffer_).substr(decided_); }
  /// The spans in it, and in `more` behind it, if nothing came after that.
  [[nodiscard]] std::vector<SecretSpan> if_ended(std::string_view more = {}) const;

  [[nodiscard]] const Secrets& secrets() const { return *secrets_; }

 private:
  std::shared_ptr<const Secrets> secrets_;
  std::string buffer_;        ///< what stands before the undecided, as far as it matters, and that
  std::size_t decided_ = 0;   ///< of the buffer
  std::uint64_t offset_ = 0;  ///< of the buffer in the text
};

}  // namespace termhost::text
