// Looks at a command that somebody waits for, whether what ends their waiting has come: it waits
// for input, has printed a line, listens on a port, is quiet.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "host/answers.hpp"

namespace termhost::host {

class Watching {
 public:
  Watching(const Surroundings& surroundings, const Terminals& terminals, Executions& executions, Answers& answers)
      : around_(surroundings), terminals_(terminals), executions_(executions), answers_(answers) {}

  /// It has started, or somebody begins to wait for it; of its output what is news to them counts.
  void watch(const base::ExecutionId& execution);
  [[nodiscard]] Effects look(const base::ExecutionId& execution);

 private:
  struct Watched {
    std::optional<terminal::InputReader> reader;  ///< seen at the last look, and nothing was typed or printed since
    base::Instant reader_since{};
    base::Millis next{0};
    base::Instant since{};   ///< when the first look was arranged
    base::Duration used{0};  ///< processor time of all looks
    std::optional<Scheduler::TimerId> timer;
  };

  void look_after(const base::ExecutionId& execution, Watched& watched, base::Millis delay) const;
  [[nodiscard]] base::Millis rest_after(const Watched& watched, int factor) const;
  void look_again(const ExecutionRecord& record, Watched& watched, const std::vector<tool::Until>& awaited) const;
  [[nodiscard]] Answers::Check check(ExecutionRecord& record, Watched& watched,
                                     const std::vector<tool::Until>& awaited) const;
  [[nodiscard]] bool awaits_input(ExecutionRecord& record, Watched& watched) const;

  const Surroundings& around_;
  const Terminals& terminals_;
  Executions& executions_;
  Answers& answers_;
  std::map<base::ExecutionId, Watched> watched_;
};

}  // namespace termhost::host
