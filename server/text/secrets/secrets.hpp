// The known secrets, prepared for a search: values of variables and shapes of tokens. It never changes, so one object
// serves many streams. A byte's secrecy depends only on the text near it. So a search that begins far enough before a
// place finds there the same secrets as a search of the whole text.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/secrets/masked_text.hpp"
#include "text/secrets/secret_values.hpp"
#include "text/secrets/sighting.hpp"

namespace termhost::text {

/// The text after the searched one.
enum class Ending {
  More,  ///< more text: a secret at the end is not decided yet
  Cut,   ///< unknown: a text there that looks like the beginning of a secret is one
};

class Secrets {
 public:
  /// `prefixes`: beginnings of tokens that the user calls secret.
  explicit Secrets(std::vector<NamedValue> values, std::span<const std::string> prefixes = {});
  ~Secrets();
  Secrets(const Secrets&) = delete;
  Secrets& operator=(const Secrets&) = delete;

  /// Appends the secrets of `text` that begin at `from` or later: in order and disjoint. Overlapping ones are merged
  /// under the name of the first. `text` begins at a line start, or has `look_behind` bytes before `from`. Returns the
  /// offset up to which the text is decided; that is all of it if the text is cut.
  std::size_t scan(std::string_view text, std::size_t from, Ending ending, std::vector<SecretSpan>& found) const;

  /// A text by itself, as it is shown.
  [[nodiscard]] LabelledText hide(std::string text) const;

  /// Names by the numbers in spans.
  [[nodiscard]] std::span<const std::string> names() const;
  /// The maximum size of a secret, and of the distance of a text that it depends on, in bytes.
  [[nodiscard]] std::size_t reach() const;

 private:
  class Impl;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace termhost::text
