#include "approval/nested/shows_only.hpp"

#include "approval/nested/unwrap.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_match.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {
namespace {

enum class Kind { Shows, Passes, Other };

Kind kind_of(Words words, shell::ShellKind shell, int depth) {
  constexpr int max_depth = 8;
  if (words.empty()) return Kind::Passes;
  std::vector<shell::ShellWord> plain(words.begin(), words.end());
  plain[0].text = program_name(words[0].text, shell);
  const std::uint32_t kinds = kinds_of(plain[0].text);
  if ((kinds & (PassesOn | Shows)) != 0) return (kinds & Shows) != 0 ? Kind::Shows : Kind::Passes;
  if (depth < max_depth)
    for (const NestedCommand& inner : unwrap({plain, shell}))
      if (inner.kind == NestedCommand::Kind::Command) return kind_of(inner.words, shell, depth + 1);
  if ((kinds & ShowsByOperands) == 0) return Kind::Other;
  const ProgramMatch match = match_program(plain, shell);
  const bool reads = match.program != nullptr && match.program->has(Reads);
  return reads && only_reads(match, plain) ? Kind::Shows : Kind::Other;
}

}  // namespace

bool shows_only(const shell::SyntaxTree& tree, shell::ShellKind shell) {
  const shell::SimpleCommands all = shell::simple_commands(tree, shell);
  bool shows = false;
  for (const shell::SimpleCommand& command : all.commands) {
    const Kind kind = kind_of(command.words, shell, 0);
    if (kind == Kind::Other) return false;
    shows |= kind == Kind::Shows;
  }
  return shows && all.problem.empty();
}

}  // namespace termhost::approval
