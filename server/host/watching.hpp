// Looks at a command that somebody waits for, whether what ends their waiting has come: it waits for input.
#pragma once

#include <map>
#include <optional>

#include "host/answers.hpp"

namespace termhost::host {

class Watching {
 public:
  Watching(const Surroundings& surroundings, const Terminals& terminals, Executions& executions, Answers& answers)
      : around_(surroundings), terminals_(terminals), executions_(executions), answers_(answers) {}

  /// It has started, or somebody waits for it.
  void watch(const base::ExecutionId& execution);
  [[nodiscard]] Effects look(const base::ExecutionId& execution);

 private:
  struct Watched {
    std::optional<terminal::InputReader> reader;  ///< seen at the last look, and nothing was typed or printed since
    base::Millis next{0};
  };

  void look_later(const base::ExecutionId& execution, base::Millis delay) const;
  [[nodiscard]] bool awaits_input(ExecutionRecord& record, Watched& watched) const;

  const Surroundings& around_;
  const Terminals& terminals_;
  Executions& executions_;
  Answers& answers_;
  std::map<base::ExecutionId, Watched> watched_;
};

}  // namespace termhost::host
