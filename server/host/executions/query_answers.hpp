// Answers to what programs ask the terminal (where the cursor is, which colours there are). They are typed, so they may
// go to the one who asked alone: what a program that has ended has asked would stand in the next command line.
#pragma once

#include <map>
#include <set>
#include <string>

#include "host/executions/executions.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

class QueryAnswers {
 public:
  QueryAnswers(const HostContext& context, Terminals& terminals, Executions& executions)
      : context_(context), terminals_(terminals), executions_(executions) {}

  /// After output was read: answers what was asked in it, or looks again in a moment whether the asker reads by key.
  void answer(terminal::Terminal& terminal);
  void look(const event::AnswerDue& event);
  /// Queries in output that comes once more get no answer, because an earlier termhost has answered them.
  void answer_nothing(const base::TerminalId& terminal) { answered_.insert(terminal); }
  void answer_again(const base::TerminalId& terminal) { answered_.erase(terminal); }
  /// Nobody reads there any more who has asked.
  void forget(const base::TerminalId& terminal) { unread_.erase(terminal); }

 private:
  enum class Decision { Answer, Wait, Drop };
  /// Answers, until it is known who would read them.
  struct Unread {
    std::string text;
    int looks = 0;
  };
  [[nodiscard]] Decision decide(const terminal::Terminal& terminal, const Unread& unread) const;
  [[nodiscard]] std::string asked(const terminal::Terminal& terminal) const;
  void settle(terminal::Terminal& terminal, const Unread& unread);

  const HostContext& context_;
  Terminals& terminals_;
  Executions& executions_;
  std::map<base::TerminalId, Unread> unread_;
  std::set<base::TerminalId> answered_;
};

}  // namespace termhost::host
