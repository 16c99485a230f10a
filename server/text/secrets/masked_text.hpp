// A text whose secrets are masked: bytes that UTF-8 does not have replace those of a secret. They encode its name, so
// the text can be cut anywhere. Sizes, places and line ends stay the same. A shown text has a label for each secret.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::text {

/// A part of a text that is a secret.
struct SecretSpan {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint16_t name = 0;  ///< see Secrets
  [[nodiscard]] std::uint64_t end() const { return offset + bytes; }
  friend bool operator==(const SecretSpan&, const SecretSpan&) = default;
};

inline constexpr std::size_t most_secret_names = 512;

/// `text` begins at `offset`; spans may begin before or end after it.
void mask(std::string& text, std::uint64_t offset, std::span<const SecretSpan> spans);

/// True if the line end at `at` belongs to a secret.
[[nodiscard]] bool hides_line_end(std::string_view masked, std::size_t at);

struct HiddenCount {
  std::uint64_t secrets = 0;
  std::uint64_t bytes = 0;  ///< of the output, that the labels replace
  HiddenCount& operator+=(const HiddenCount& more) {
    secrets += more.secrets;
    bytes += more.bytes;
    return *this;
  }
  friend bool operator==(const HiddenCount&, const HiddenCount&) = default;
};

/// "1 secret hidden", "2 secrets hidden"
[[nodiscard]] std::string in_words(const HiddenCount& hidden);

struct LabelledText {
  std::string text;
  HiddenCount hidden;
};

/// `[secret NAME hidden]`
[[nodiscard]] std::string secret_label(std::string_view name);

/// The text of `masked` for display: a label for each secret.
[[nodiscard]] LabelledText labelled(std::string masked, std::span<const std::string> names);

}  // namespace termhost::text
