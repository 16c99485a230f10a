// An output as a model may see it: without secrets, a preview where it is long, and of what it was not told yet. Beside
// it the same for the person, which is whole; as long as there is no secret in it and nobody was told of it, one
// preview serves all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "terminal/executions/unread_preview.hpp"
#include "text/preview/preview.hpp"
#include "text/secrets/secret_finder.hpp"

namespace termhost::terminal {

/// Shown + hidden + omitted = total - begin, to the byte: text without its labels and gap marks, `hidden.bytes`,
/// `omitted`.
struct ViewText {
  std::string text;
  std::vector<text::Gap> omitted;
  text::HiddenCount hidden;
  std::uint64_t begin = 0;                         ///< bytes of the output before it
  std::uint64_t total_bytes = 0, total_lines = 0;  ///< of the output
};

class ModelView {
 public:
  /// `budget`: bytes of a preview, labels and marks included. `compact`: see text::Preview. `secrets`: null: nothing is
  /// hidden.
  ModelView(std::size_t budget, bool compact, std::shared_ptr<const text::Secrets> secrets);

  /// The next of the rendered output.
  void append(std::string_view text);
  /// The output has ended, so the text that was held as a possible secret is decided now.
  void finish();

  // `screen`: what stands behind all that was appended, and can still change.

  /// All of it is shown.
  [[nodiscard]] bool is_whole_with(std::string_view screen) const;
  [[nodiscard]] ViewText make(std::string_view screen) const;
  [[nodiscard]] ViewText persons(std::string_view screen) const;
  /// The output that the model was not told yet. After mark_told(), all output up to now counts as told.
  [[nodiscard]] ViewText make_unread(std::string_view screen) const;
  void mark_told(std::string_view screen);
  /// The end of it, more than the budget where it has as much: masked, see text/secrets/masked_text.hpp.
  [[nodiscard]] std::string masked_end(std::string_view screen) const;

  /// The text after the first `decided_bytes()` bytes, which are decided: masked.
  [[nodiscard]] std::string masked_rest(std::string_view screen) const;
  [[nodiscard]] std::uint64_t decided_bytes() const { return plain_.end().offset; }
  [[nodiscard]] text::LabelledText labelled(std::string masked) const;
  [[nodiscard]] const std::shared_ptr<const text::Secrets>& secrets() const { return secrets_; }

 private:
  [[nodiscard]] std::string_view held() const { return finder_ ? finder_->held() : std::string_view(); }
  [[nodiscard]] const text::Preview& shown() const { return hidden_ ? *hidden_ : plain_; }
  [[nodiscard]] ViewText as_shown(const text::Preview& preview, std::string_view screen) const;
  void decide(std::string_view text, const std::vector<text::SecretSpan>& found);

  std::size_t budget_;
  bool compact_;
  std::shared_ptr<const text::Secrets> secrets_;
  std::optional<text::SecretFinder> finder_;
  text::Preview plain_;                  ///< of what is decided
  std::optional<text::Preview> hidden_;  ///< the same, masked; once there is a secret
  std::optional<UnreadPreview> unread_;  ///< masked, of what comes once something was told; until then that is all
  std::uint64_t growth_ = 0;             ///< bytes that labels take more than their secrets
  std::string joined_;                   ///< what was held, and what came behind it
};

}  // namespace termhost::terminal
