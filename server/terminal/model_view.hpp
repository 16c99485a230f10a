// An output as a model may see it: without secrets, and a preview where it is long. Beside it the same for the person,
// which is whole; as long as there is no secret in it, one preview serves both.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/preview/preview.hpp"
#include "text/secrets/secret_finder.hpp"

namespace termhost::terminal {

/// Shown + hidden + omitted = total, to the byte: text without its labels and gap marks, `hidden.bytes`, `omitted`.
struct ViewText {
  std::string text;
  std::vector<text::Gap> omitted;
  text::HiddenCount hidden;
  std::uint64_t total_bytes = 0, total_lines = 0;
};

class ModelView {
 public:
  /// `budget`: bytes of a preview, labels and marks included. `compact`: see text::Preview. `secrets`: null: nothing is
  /// hidden.
  ModelView(std::size_t budget, bool compact, std::shared_ptr<const text::Secrets> secrets);

  /// The next of the rendered output.
  void append(std::string_view text);
  /// What was held, as it might have become a secret, is decided.
  void finish();

  // `screen`: what stands behind all that was appended, and can still change.

  /// All of it is shown.
  [[nodiscard]] bool is_whole_with(std::string_view screen) const;
  [[nodiscard]] ViewText make(std::string_view screen) const;
  [[nodiscard]] ViewText persons(std::string_view screen) const;
  /// The end of it, more than the budget where it has as much: masked, see text/secrets/masked_text.hpp.
  [[nodiscard]] std::string masked_end(std::string_view screen) const;

  [[nodiscard]] std::uint64_t total_bytes() const { return plain_.total_bytes() + held().size(); }
  /// Lines that were decided by the last append() or finish(), as they are shown; valid until the next.
  [[nodiscard]] std::string_view newly_shown() const { return newly_; }
  [[nodiscard]] text::LabelledText labelled(std::string masked) const;
  [[nodiscard]] const std::shared_ptr<const text::Secrets>& secrets() const { return secrets_; }

 private:
  [[nodiscard]] std::string_view held() const { return finder_ ? finder_->held() : std::string_view(); }
  [[nodiscard]] const text::Preview& shown() const { return hidden_ ? *hidden_ : plain_; }
  [[nodiscard]] std::string masked_rest(std::string_view screen) const;
  void decide(std::string_view text, const std::vector<text::SecretSpan>& found);
  void tell_lines(std::string_view text);

  std::size_t budget_;
  std::shared_ptr<const text::Secrets> secrets_;
  std::optional<text::SecretFinder> finder_;
  text::Preview plain_;                  ///< of what is decided
  std::optional<text::Preview> hidden_;  ///< the same, masked; once there is a secret
  std::uint64_t growth_ = 0;             ///< bytes that labels take more than their secrets
  std::string_view newly_;
  std::string joined_;             ///< what was held, and what came behind it
  std::string lines_, open_line_;  ///< what newly_ is of; and the line after it, as far as it is decided
};

}  // namespace termhost::terminal
