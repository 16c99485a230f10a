// The end of an execution, and the evidence of it. Nothing is guessed: a value that nobody reported is absent.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace termhost::terminal {

/// The evidence of an end.
enum class Evidence { None, Wait, EndEvent, EndMark, NextPrompt, TerminalClosed };

enum class Certainty {
  Certain,  ///< the code comes from wait() or from a mark or event that names this execution
  Likely,   ///< the code or the end belongs to this execution by order, or the sender can only say 0 or 1
  Unknown,  ///< nobody gave a code
};

/// The degree to which a terminal reports what happens in it.
enum class Integration { None, Basic, Rich, Owned, Pipes };

struct Completion {
  std::optional<int> exit_code;
  std::optional<int> signal;
  Evidence evidence = Evidence::None;
  Certainty certainty = Certainty::Unknown;
  std::vector<int> stages;  ///< exit codes of the pipeline that ended last; empty: one stage, or they are not known
  bool drained = true;      ///< false: output may have followed that never came
};

[[nodiscard]] std::string_view to_string(Evidence evidence);        ///< wire word; empty for None
[[nodiscard]] std::string_view to_string(Certainty certainty);      ///< "certain", "likely", "unknown"
[[nodiscard]] std::string_view to_string(Integration integration);  ///< "none", "basic", "rich", "owned", "pipes"

}  // namespace termhost::terminal
