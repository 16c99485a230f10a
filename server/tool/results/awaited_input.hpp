// The kind of input that a running command waits for, and the advice for an agent.
#pragma once

#include <string>
#include <string_view>

#include "terminal/input_reader.hpp"

namespace termhost::tool {

enum class InputKind { Line, Secret, Key, Repl, Pager, Editor };

struct AwaitedInput {
  std::string process;
  InputKind kind = InputKind::Line;
  std::string prompt;  ///< the last line of what it shows; may be empty
  bool certain = true;
};

/// `shown`: the output so far, or the screen of a full-screen program. `command`: what was submitted.
[[nodiscard]] AwaitedInput awaited_input(const terminal::InputReader& reader, bool full_screen, std::string_view shown,
                                         std::string_view command = {});

/// "`bash` waits for a line of input"
[[nodiscard]] std::string as_clause(const AwaitedInput& input);
/// One sentence for a model, which may answer.
[[nodiscard]] std::string in_words(const AwaitedInput& input);

}  // namespace termhost::tool
