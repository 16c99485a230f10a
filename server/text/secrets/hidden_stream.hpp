// A stream of bytes as it may be shown: with labels in the places of secrets. What may be the beginning of one waits.
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

  /// What can be shown once this has come.
  [[nodiscard]] std::string add(std::string_view bytes);
  /// What was waiting, at the end of the stream.
  [[nodiscard]] std::string finish();

 private:
  std::optional<SecretFinder> finder_;
};

}  // namespace termhost::text
