// Finds the secrets of a text that comes in pieces, with the same result for each way to cut it. Bytes that may begin a
// secret are held until that is decided; memory is the longest secret.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

  /// The text before this offset is decided: no later byte can change it.
  [[nodiscard]] std::uint64_t decided() const { return offset_ + decided_; }
  /// The undecided bytes after decided().
  [[nodiscard]] std::string_view held() const { return std::string_view(buffer_).substr(decided_); }
  /// The spans in the held bytes, and in `more` after them, if the text ended there.
  [[nodiscard]] std::vector<SecretSpan> if_ended(std::string_view more = {}) const;

  [[nodiscard]] const Secrets& secrets() const { return *secrets_; }

 private:
  std::shared_ptr<const Secrets> secrets_;
  std::string buffer_;        ///< the undecided bytes, and those before them that matter
  std::size_t decided_ = 0;   ///< of the buffer
  std::uint64_t offset_ = 0;  ///< of the buffer in the text
};

/// A stream of bytes with a label for each secret, for display. Bytes that may begin a secret wait.
class HiddenStream {
 public:
  /// `secrets`: null: everything is shown at once.
  explicit HiddenStream(std::shared_ptr<const Secrets> secrets) {
    if (secrets) finder_.emplace(std::move(secrets));
  }

  /// The text that can be shown after `bytes`.
  [[nodiscard]] std::string add(std::string_view bytes);
  /// The waiting text, at the end of the stream.
  [[nodiscard]] std::string finish();

 private:
  std::optional<SecretFinder> finder_;
};

}  // namespace termhost::text
