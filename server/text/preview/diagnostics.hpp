// Warnings and errors as their makers write them, and which of them an output has shown before.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace termhost::text {

struct Diagnostic {
  bool error = false;        ///< else a warning
  std::string_view message;  ///< from its severity on, without the place that it is about
};

/// "a.c:3:5: warning: unused variable 'x'", "  3:1  error  'y' is not defined", "[WARNING] …", "warning[E0]: …"
[[nodiscard]] std::optional<Diagnostic> diagnostic_in(std::string_view line);

/// Whether a line that follows a diagnostic may explain it: source lines, carets, "= note: …".
[[nodiscard]] bool may_explain(std::string_view line);

/// Bounded: what is new once it is full is never known.
class ShownDiagnostics {
 public:
  /// Whether it was shown often enough: a warning once, also with other names in its quotes; an error, which has to be
  /// mended wherever it is, three times, and to the letter but for numbers. Else it counts as shown now.
  bool is_known(const Diagnostic& diagnostic);

 private:
  std::unordered_map<std::uint64_t, int> shown_;
};

}  // namespace termhost::text
