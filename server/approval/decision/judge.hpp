// The verdict on one simple command. It is denied in any of its layers, or allowed because each of its words is proven;
// otherwise it asks.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decision.hpp"
#include "approval/decision/judge_names.hpp"
#include "approval/deny/command_analysis.hpp"
#include "approval/places/paths.hpp"
#include "approval/proof/word_proof.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// The rule of what needs none: it changes nothing that outlives the line.
inline constexpr std::string_view no_side_effects = "built-in: changes nothing";

class Judge {
 public:
  Judge(const Question& question, const Policy& policy, const shell::SimpleCommands& found);

  [[nodiscard]] CommandVerdict judge(const shell::SimpleCommand& command);

  /// A variable whose name says that it holds one.
  [[nodiscard]] bool shows_secret() const { return shows_secret_variable_; }

  std::vector<std::string> suggestions;

 private:
  /// The reason why a command may not run, or the rule that allows it.
  struct Answer {
    std::string objection;
    std::string rule;
    bool has_rule = false;
    const Program* acts = nullptr;  ///< that the rule allows, if it does more than read
  };
  /// A command after a wrapper is judged like a command of its own, unless the rule for the wrapper spells it too.
  struct Layer {
    Words words;
    shell::ShellKind shell;
    const Rule* rule = nullptr;  ///< reaches into these words
    std::size_t rule_at = 0;     ///< their first place in the rule
    int depth = 0;
    bool stdin_redirected = false;  ///< something else than the terminal is its input
    bool piped = false;             ///< for sure a pipe is: no wrapper is in between that might put another there
  };
  /// The rule that allows a layer, if there is one.
  struct Ruling {
    const Rule* rule = nullptr;
    std::size_t at = 0;       ///< the place of the layer's first word in it
    std::size_t skipped = 0;  ///< words before a subcommand, which it leaves out
    [[nodiscard]] bool spells(std::size_t place) const { return place > skipped && rule->spells(at + place - skipped); }
  };

  [[nodiscard]] Answer answer(const shell::SimpleCommand& command);
  [[nodiscard]] Answer without_words(const shell::SimpleCommand& command) const;
  [[nodiscard]] Answer layer(const Layer& layer);
  [[nodiscard]] std::string objection_to_layer(const Layer& layer) const;
  [[nodiscard]] Ruling find_ruling(const Layer& layer, const ProgramMatch& match);
  [[nodiscard]] Answer unwrapped(const Layer& layer, const ProgramMatch& match, const Ruling& ruling);
  [[nodiscard]] Answer ruled(const Layer& layer, const ProgramMatch& match, const Ruling& ruling);
  [[nodiscard]] Answer built_in(const Layer& layer, const ProgramMatch& match);
  [[nodiscard]] Answer built_in_program(const Layer& layer, const ProgramMatch& match);
  [[nodiscard]] Answer wrapped(const Layer& layer, const ProgramMatch& match, const Ruling& ruling);
  [[nodiscard]] Answer inner_commands(const Layer& layer, const Ruling& ruling, std::size_t& own);
  [[nodiscard]] static Answer prove(Words words, const ProgramMatch& match, const ProofContext& context, Answer result);
  [[nodiscard]] Answer judge_find(const Layer& layer, const ProgramMatch& match, const Ruling& ruling);
  [[nodiscard]] Answer code(const std::string& text, shell::ShellKind kind, int depth);
  [[nodiscard]] std::string objection_to_all(const CommandAnalysis& insight, bool own_rule) const;
  [[nodiscard]] std::string outside_words(const shell::SimpleCommand& command, const Answer& given) const;
  void note_folder(const shell::SimpleCommand& command);
  /// The folder in which it runs, or all folders in which it may run.
  [[nodiscard]] std::vector<std::string> folders_now() const {
    const bool sure = places_.stands_surely() || !changes_folder_;
    return sure ? std::vector{std::string(places_.here())} : folders_;
  }
  [[nodiscard]] const Rule* allowing_rule(Words words, LetterCase letters);
  void note_level(const Rule& rule) { place_.add(rule.sandbox); }
  void suggest(const shell::SimpleCommand& command);

  const Question& question_;
  const Policy& policy_;
  const shell::SimpleCommands& found_;
  std::vector<shell::ShellWord> piped_words_;  ///< the content of the judged command's pipe, as words
  std::vector<shell::ShellWord> loop_words_;   ///< the words of loops, with the names that other commands print
  ReadablePlaces places_;
  ProgramNames names_;
  bool shows_secret_variable_ = false;
  std::vector<bool> acting_;          ///< by place: it does more than read, by a rule, or its pipe is of such a command
  bool pipe_from_rule_ = false;       ///< a rule allows the producer of the judged command's pipe
  Piped pipe_ = Piped::Anything;      ///< the content of that pipe, in PowerShell
  std::size_t asked_ = 0;             ///< the number of commands that no rule allows
  std::vector<std::string> folders_;  ///< possible folders: the line's start, and those that it may have entered
  bool changes_folder_ = false;
  bool runs_outside_;  ///< of the workspace, before the line goes anywhere
  RuledPlace place_;   ///< of the judged command
};

}  // namespace termhost::approval
