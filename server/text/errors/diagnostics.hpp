// Warnings and errors in the forms of compilers and linters, and a memory of those that an output has shown.
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

/// True if a line after a diagnostic may explain it: source lines, carets, "= note: …".
[[nodiscard]] bool may_explain(std::string_view line);

/// Bounded: a full memory learns no more diagnostics.
class ShownDiagnostics {
 public:
  /// True if the diagnostic was shown often enough; otherwise it counts as shown now. A warning is enough once, also
  /// with other names in its quotes. An error is enough three times, with the same text except for numbers, because
  /// each place needs a fix.
  bool is_known(const Diagnostic& diagnostic);

 private:
  std::unordered_map<std::uint64_t, int> shown_;
};

}  // namespace termhost::text
