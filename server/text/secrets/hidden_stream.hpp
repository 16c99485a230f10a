// A stream of bytes with a label for each secret, for display. Bytes that may begin a secret wait.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "text/secrets/secret_finder.hpp"

namespace termhost::text {

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
