#include "approval/decision/judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/decision/redirections_and_assignments.hpp"
#include "approval/git/repositories.hpp"
#include "approval/nested/unwrap.hpp"
#include "approval/pipes/inner_commands.hpp"
#include "approval/pipes/powershell_pipes.hpp"
#include "approval/pipes/printed_names.hpp"
#include "approval/programs/powershell_names.hpp"
#include "approval/proof/copied_logs.hpp"
#include "approval/proof/operands.hpp"
#include "approval/rules/suggestions.hpp"
#include "approval/text.hpp"
#include "approval/variables/names.hpp"
#include "approval/variables/secrets.hpp"

namespace termhost::approval {
namespace {

using shell::FileRedirection;
using shell::ShellKind;
using shell::ShellWord;
using shell::SimpleCommand;
using shell::SimpleCommands;

constexpr int max_layers = 8;
constexpr std::string_view read_only = "built-in: only reads";
constexpr std::string_view no_rule = "no rule allows it";
constexpr std::string_view too_deep =
    "it starts its command through more programs such as `env` than termhost can follow";

std::string may_be_denied(const Rule& rule) {
  return fmt::format("part of it is known only at run time, and the rule `{}` may deny it", rule.text);
}
std::string blocked(std::string_view what) { return fmt::format("an allow rule does not cover it: {}", what); }
bool tells_more(std::string_view objection) { return !objection.empty() && !objection.ends_with(may_run_outside); }
bool is_find(std::string_view program) { return listed("find gfind", program); }
std::string unruled(std::string_view what) { return fmt::format("{}, and {}", no_rule, what); }
constexpr std::size_t max_folders = 8;  ///< that a line goes to; past it a rule for a folder holds nowhere

}  // namespace

Judge::Judge(const Question& question, const Policy& policy, const SimpleCommands& found)
    : question_(question),
      policy_(policy),
      found_(found),
      places_(question.cwd, question.workspace, policy.secret_files(), question.files),
      names_(question, found.functions),
      shows_secret_variable_(shows_secret_variable(question.command, question.shell, found, policy.secret_variables())),
      folders_{std::string(question.cwd)},
      runs_outside_(!question.cwd.empty() && !question.workspace.holds(normal_path({}, question.cwd))) {
  if (question.shell == ShellKind::PowerShell) places_.part_at_backslashes();
  const bool leaves = std::any_of(found.commands.begin(), found.commands.end(), [&](const SimpleCommand& command) {
    const ShellWord* const to = changes_folder(command) ? folder_word(command) : nullptr;
    if (to == nullptr) return changes_folder(command);
    places_.enter(to->text);
    places_.stand_in(sure_folder(command, found, question.cwd));
    const bool folder = to->unknown == shell::UnknownPart::Folder;
    if (!to->known() && (folder || to->unknown == shell::UnknownPart::Files)) return !places_.may_read(*to, folder);
    return !to->known() || !places_.in_workspace(to->text) || places_.is_hidden(to->text);
  });
  if (leaves) places_.folder_changed(false);
  loop_words_ = with_printed_names(found.loop_words, found, places_);
  places_.go_through(&loop_words_);
}

CommandVerdict Judge::judge(const SimpleCommand& command) {
  pipe_from_rule_ = command.producer < acting_.size() && acting_[command.producer];
  acting_.push_back(false);
  place_ = {};
  piped_words_ = command.producer < found_.commands.size()
                     ? printed_names(found_.commands[command.producer], found_, places_)
                     : anything();
  pipe_ = question_.shell == ShellKind::PowerShell ? handed_on(found_, command.producer, places_) : Piped::Anything;
  const CommandAnalysis insight = look_into(command, policy_, places_, question_.shell, question_.cwd, changes_folder_);
  CommandVerdict result{.text = command.text, .rule = {}, .reason = {}};
  if (insight.denied_by != nullptr) {
    result.verdict = Verdict::Deny;
    result.rule = insight.denied_by->text;
    result.reason = insight.denied_text.empty() ? std::string("a rule denies it")
                                                : fmt::format("it runs `{}`, which a rule denies", insight.denied_text);
    if (!insight.denied_by->reason.empty()) result.reason += ": " + insight.denied_by->reason;
    return result;
  }
  places_.stand_in(sure_folder(command, found_, question_.cwd));
  Answer given = answer(command);
  if (shows_secret_variable_ && !given.has_rule && given.objection.empty())  // a copy may be shown later
    given.objection = unruled("it may show a secret that the environment holds");
  if (runs_outside_ && !given.has_rule && given.objection != no_rule)
    given.objection = fmt::format("it runs in {}, which is outside of the workspace, and {}", question_.cwd,
                                  tells_more(given.objection) ? given.objection : no_rule);
  acting_.back() = given.objection.empty() && (given.acts != nullptr || pipe_from_rule_);
  if (const Rule* all = policy_.allowed().match_all(); all != nullptr) {
    const bool own_rule = given.has_rule && given.objection.empty();
    if (!own_rule || all->sandbox) note_level(*all);
    if (!own_rule) given.rule = all->text;  // also of a command that needs no rule: the user's words decide its place
    given.objection = objection_to_all(insight, own_rule);
  } else if (insight.maybe_denied != nullptr && given.objection.empty()) {
    given.objection = may_be_denied(*insight.maybe_denied);
  }
  const bool other_reason = !given.objection.empty() && given.objection != no_rule;
  if (insight.asked_by != nullptr && (!other_reason || !insight.asked_by->reason.empty())) {
    given.objection = insight.asked_by->reason.empty() ? std::string("a rule asks about it") : insight.asked_by->reason;
    given.rule = insight.asked_by->text;
    result.rule = given.rule;
  }
  result.place = place_;
  result.rule_asks = insight.asked_by != nullptr || insight.maybe_denied != nullptr;
  note_folder(command);
  if (given.objection.empty()) {
    result.verdict = Verdict::Allow;
    result.rule = given.rule;
    result.reason = given.rule.starts_with("built-in") ? given.rule : "a rule allows it";
  } else {
    result.rule_helps = given.objection == no_rule;
    result.reason = std::move(given.objection);
    if (!given.has_rule) suggest(command);
  }
  return result;
}

void Judge::note_folder(const SimpleCommand& command) {
  if (!changes_folder(command)) return;
  changes_folder_ = true;
  places_.folder_changed(true);
  const ShellWord* const to = folder_word(command);
  if (to == nullptr || !to->known() || folders_.size() > max_folders)
    return void(folders_.emplace_back(unknown_folder));
  for (std::size_t at = folders_.size(); at > 0; --at) folders_.push_back(normal_path(to->text, folders_[at - 1]));
}

/// The rule must hold in all folders that the line may have entered.
const Rule* Judge::allowing_rule(Words words, LetterCase letters) {
  const Rule* rule = policy_.allowed().longest(words, letters, folders_.front()).certain;
  const bool everywhere = std::all_of(folders_.begin(), folders_.end(), [&](const std::string& folder) {
    return rule == nullptr || rule->folder.empty() || policy_.allowed().longest(words, letters, folder).certain == rule;
  });
  if (!everywhere || rule == nullptr) return nullptr;
  note_level(*rule);
  return rule;
}

/// The reason why `*` does not allow it: an unknown part that a deny rule might match.
std::string Judge::objection_to_all(const CommandAnalysis& insight, bool own_rule) const {
  if (policy_.denied().empty()) return {};
  if (insight.maybe_denied != nullptr) return may_be_denied(*insight.maybe_denied);
  if (!insight.unknown.empty()) return fmt::format("it may contain a denied command: {}", insight.unknown);
  if (insight.mentioned != nullptr && !own_rule)
    return fmt::format("one of its words may be a command that the rule `{}` denies", insight.mentioned->text);
  return {};
}

Judge::Answer Judge::answer(const SimpleCommand& command) {
  if (!command.unprovable_code.empty())
    return {fmt::format("it {}", command.unprovable_code.front().reason), {}, false};
  if (command.words.empty()) return without_words(command);
  const bool piped = command.piped && keeps_pipes(question_.command);
  const CommandWords words = with_printed_names(command.words, found_, places_);
  Answer result = layer({words, question_.shell, nullptr, 0, 0, is_stdin_redirected(command), piped});
  if (!result.objection.empty()) return result;
  if (const std::string why = outside_words(command, result); !why.empty())
    result.objection = result.has_rule ? blocked(why) : unruled(why);
  return result;
}

std::string Judge::outside_words(const SimpleCommand& command, const Answer& given) const {
  const bool may_log = given.acts != nullptr || pipe_from_rule_;
  return objection_outside_words(command, places_, {given.acts, may_log, policy_.reads_freely()});
}

Judge::Answer Judge::without_words(const SimpleCommand& command) const {
  for (const FileRedirection& redirection : command.redirections)
    if (redirection.access == FileRedirection::Access::Write) return {"it writes a file", {}, false};
  for (const shell::VariableAssignment& assignment : command.assignments)
    if (std::string why = binding_objection(assignment.name, question_); !why.empty())
      return {std::move(why), {}, false};
  SimpleCommand rest{.text = {}, .words = {{}}, .redirections = command.redirections};
  return {outside_words(rest, {}), std::string(no_side_effects), false};
}

std::string Judge::objection_to_layer(const Layer& layer) const {
  if (layer.words.empty() || !layer.words[0].known()) return "the command that runs is known only at run time";
  if (gives_block_to_program(layer.words, layer.shell))
    return blocked("a program gets a script block, and PowerShell then adds options to the program's command line");
  return layer.depth > max_layers ? std::string(too_deep) : std::string();
}

/// The rule for the words: the outer command's, if it reaches them, or else the longest that allows them, with or
/// without the options before a subcommand.
Judge::Ruling Judge::find_ruling(const Layer& layer, const ProgramMatch& match) {
  if (layer.rule != nullptr) return {layer.rule, layer.rule_at};
  const LetterCase letters = match.cmdlet ? LetterCase::Ignored : LetterCase::Exact;
  Ruling ruling{allowing_rule(layer.words, letters)};
  if (const std::size_t place = match.first_subcommand(); place > 1) {
    const Rule* plain = allowing_rule(plain_words(layer.words, place), letters);
    if (plain != nullptr && (ruling.rule == nullptr || plain->words.size() > ruling.rule->words.size()))
      ruling = {plain, 0, place - 1};
  }
  if (ruling.rule != nullptr && ruling.rule->words.empty()) ruling.rule = nullptr;  // `*` is looked at by the caller
  return ruling;
}

Judge::Answer Judge::layer(const Layer& given) {
  if (std::string why = objection_to_layer(given); !why.empty()) return {std::move(why)};
  const std::vector<ShellWord> expanded = given_to_program(given.words, given.shell);
  Layer layer = given;
  if (!expanded.empty()) layer.words = expanded;
  const ProgramMatch match = match_program(layer.words, layer.shell);
  const Ruling ruling = find_ruling(layer, match);
  std::string why = names_.objection(layer.words[0].text, places_, changes_folder_);
  if (why.empty()) why = repository_objection(layer.words, folders_now(), question_.files);
  if (!why.empty()) return {blocked(why), {}, ruling.rule != nullptr};
  return match.program != nullptr && match.program->has(Wraps) ? wrapped(layer, match, ruling)
                                                               : unwrapped(layer, match, ruling);
}

/// By the rule, or else by what needs none: a rule takes nothing away.
Judge::Answer Judge::unwrapped(const Layer& layer, const ProgramMatch& match, const Ruling& ruling) {
  if (ruling.rule == nullptr) return built_in(layer, match);
  Answer by_rule = ruled(layer, match, ruling);
  if (by_rule.objection.empty()) return by_rule;
  Answer unruled = built_in(layer, match);
  return unruled.objection.empty() ? unruled : by_rule;
}

Judge::Answer Judge::ruled(const Layer& layer, const ProgramMatch& match, const Ruling& ruling) {
  const Rule& rule = *ruling.rule;
  ProofContext context{.shell = layer.shell, .places = &places_, .spelled = {}};
  for (std::size_t at = 0; at < layer.words.size(); ++at) context.spelled.push_back(at == 0 || ruling.spells(at));
  context.bare_rule = rule.words.size() == ruling.at + 1;
  context.stdin_redirected = layer.stdin_redirected;
  context.any_rest = rule.any_rest;
  context.log_in_line = match.program != nullptr && match.program->has(AnyWord) && names_a_log(found_);
  const bool acts = match.program != nullptr && (!match.program->has(Reads) || match.program->has(AnyWord));
  Answer result{{}, rule.text, true, acts ? match.program : nullptr};
  if (is_find(match.name)) return judge_find(layer, match, ruling);
  if (match.program == nullptr) {
    if (const auto inner = shell_code(layer.words); inner && !context.is_spelled(1))
      return code(inner->text, inner->shell, layer.depth + 1);
    std::size_t own = layer.words.size();
    if (Answer inner = inner_commands(layer, ruling, own); !inner.objection.empty()) return inner;
    if (own < layer.words.size()) return prove(layer.words.first(own), match, context, std::move(result));
  }
  return prove(layer.words, match, context, std::move(result));
}

Judge::Answer Judge::prove(Words words, const ProgramMatch& match, const ProofContext& context, Answer result) {
  if (Objection objection = prove_words(words, match, context).objection) result.objection = blocked(*objection);
  return result;
}

Judge::Answer Judge::built_in(const Layer& layer, const ProgramMatch& match) {
  if (const auto inner = shell_code(layer.words)) return code(inner->text, inner->shell, layer.depth + 1);
  if (names_.runs_what_a_file_names(layer.words[0].text)) return {std::string(no_rule)};
  const bool plain =
      describes_itself(match, layer.words) || (checks_syntax(layer.words) && places_.may_read(layer.words[2], true));
  if (plain && policy_.reads_freely()) return {{}, std::string(read_only)};
  return match.program == nullptr ? Answer{std::string(no_rule)} : built_in_program(layer, match);
}

Judge::Answer Judge::built_in_program(const Layer& layer, const ProgramMatch& match) {
  const Program& program = *match.program;
  const bool reads = program.has(Reads) && policy_.reads_freely() && only_reads(match, layer.words);
  const bool free = reads || program.has(NoSideEffects);
  if (reads && is_find(match.name)) return judge_find(layer, match, {});
  std::string why =
      reads ? settings_objection(layer.words, folders_now(), question_.files, question_.workspace) : std::string();
  if (why.empty()) {
    const ProofContext context{.shell = layer.shell,
                               .rule_origin = free ? RuleOrigin::BuiltIn : RuleOrigin::Policy,
                               .places = &places_,
                               .spelled = {true},
                               .stdin_redirected = layer.stdin_redirected,
                               .piped = layer.piped,
                               .pipe_content = layer.depth == 0 ? pipe_ : Piped::Anything,
                               .may_log = pipe_from_rule_};
    why = prove_words(layer.words, match, context).objection.value_or("");
  }
  if (!why.empty()) return {unruled(why)};
  return free ? Answer{{}, std::string(program.has(NoSideEffects) ? no_side_effects : read_only)}
              : Answer{std::string(no_rule)};
}

/// `timeout 5 ls`: the wrapper's own words are harmless, and what it runs is judged.
Judge::Answer Judge::wrapped(const Layer& layer, const ProgramMatch& match, const Ruling& ruling) {
  const Rule* const rule = ruling.rule;
  ProofContext context{.shell = layer.shell, .places = &places_, .spelled = {true}};
  for (std::size_t at = 1; rule != nullptr && at < layer.words.size(); ++at)
    context.spelled.push_back(rule->spells(ruling.at + at));
  const bool query = match.name == "command" && layer.words.size() > 1 && listed("-v -V", layer.words[1].text);
  if (query && (rule != nullptr || policy_.reads_freely()))
    return {{}, rule != nullptr ? rule->text : std::string(read_only), rule != nullptr};
  if (match.program->has(Ruled) && rule == nullptr) return {std::string(no_rule), {}, false};
  const WordProof proof = prove_words(layer.words, match, context);
  if (proof.objection) return {blocked(*proof.objection), {}, rule != nullptr};
  if (proof.inner == 0) return rule == nullptr ? Answer{std::string(no_rule)} : Answer{{}, rule->text, true};
  const Words inner = layer.words.subspan(proof.inner);
  std::vector<CommandWords> commands{{inner.begin(), inner.end()}};
  if (match.program->has(Appends)) {
    commands = commands_of_xargs(layer.words, proof.inner, layer.depth == 0 ? piped_words_ : anything());
    if (blank_makes_option(layer.words.first(proof.inner), match_program(inner, layer.shell).program))
      return {unruled(fmt::format("a file name with a blank may become an option of `{}`", inner[0].text))};
  }
  const bool reaches = rule != nullptr && rule->words.size() > ruling.at + proof.inner;
  Answer result;
  for (auto command = commands.begin(); command != commands.end() && result.objection.empty(); ++command)
    result = this->layer({*command, layer.shell, reaches ? rule : nullptr, ruling.at + proof.inner, layer.depth + 1,
                          layer.stdin_redirected});
  return result;
}

/// Judges the other commands that it runs, if no row knows all of them: the rule must spell them too. `own`: the number
/// of words that are left to the program itself.
Judge::Answer Judge::inner_commands(const Layer& layer, const Ruling& ruling, std::size_t& own) {
  const Rule& rule = *ruling.rule;
  for (const NestedCommand& inner : unwrap({layer.words, layer.shell})) {
    if (inner.kind == NestedCommand::Kind::Spelling) continue;
    if (rule.words.size() <= ruling.at + inner.at) return {blocked(inner.reason), {}, true};
    if (inner.kind != NestedCommand::Kind::Command || inner.at >= layer.words.size() ||
        inner.words[0].text != layer.words[inner.at].text)
      continue;
    Answer result =
        this->layer({inner.words, layer.shell, &rule, ruling.at + inner.at, layer.depth + 1, layer.stdin_redirected});
    if (!result.objection.empty()) return result;
    own = std::min(own, inner.at);
  }
  return {{}, rule.text, true};
}

Judge::Answer Judge::judge_find(const Layer& layer, const ProgramMatch& match, const Ruling& ruling) {
  const Rule* const rule = ruling.rule;
  std::vector<bool> spelled;
  for (std::size_t at = 0; at < layer.words.size(); ++at)
    spelled.push_back(at == 0 || (rule != nullptr && rule->spells(ruling.at + at)));
  const FindWords parts = words_of_find(layer.words, spelled);
  if (!parts.complete) return {blocked("the program that `find` runs is not known"), {}, rule != nullptr};
  for (const std::vector<ShellWord>& command : parts.commands) {
    Answer inner = this->layer({command, layer.shell, nullptr, 0, layer.depth + 1, layer.stdin_redirected});
    if (!inner.objection.empty()) return inner;
  }
  const ProofContext context{.shell = layer.shell,
                             .rule_origin = rule == nullptr ? RuleOrigin::BuiltIn : RuleOrigin::Policy,
                             .places = &places_,
                             .spelled = parts.spelled};
  const Objection objection = prove_words(parts.own, match, context).objection;
  if (objection) return {rule == nullptr ? unruled(*objection) : blocked(*objection), {}, rule != nullptr};
  return {{}, rule == nullptr ? std::string(read_only) : rule->text, rule != nullptr};
}

Judge::Answer Judge::code(const std::string& text, ShellKind kind, int depth) {
  const std::vector<ShellKind> kinds =
      kind == ShellKind::Dash ? std::vector{ShellKind::Dash, ShellKind::Bash} : std::vector{kind};
  if (depth > max_layers) return {std::string(too_deep)};
  Answer result{{}, std::string(no_side_effects), false};
  for (const ShellKind each : kinds) {  // `sh` may be dash or bash
    const SimpleCommands found = shell::simple_commands(text, each);
    places_.go_through(nullptr);
    if (!found.problem.empty() || !found.functions.empty())
      return {blocked(found.problem.empty() ? "its code defines functions" : found.problem), {}, true};
    for (const std::string& name : found.bound_names)
      if (!may_be_bound(name, each)) return {blocked(fmt::format("it sets {}", name)), {}, true};
    for (const SimpleCommand& command : found.commands) {
      if (!command.unprovable_code.empty())
        return {blocked(fmt::format("it {}", command.unprovable_code.front().reason)), {}, true};
      Answer inner = command.words.empty()
                         ? without_words(command)
                         : layer({command.words, each, nullptr, 0, depth + 1, is_stdin_redirected(command)});
      if (inner.objection.empty() && !command.words.empty()) inner.objection = outside_words(command, inner);
      if (!inner.objection.empty()) return inner;
      note_folder(command);
      result.rule = inner.rule;
      result.has_rule |= inner.has_rule;
    }
  }
  return result;
}

void Judge::suggest(const SimpleCommand& command) {
  if (++asked_ > max_looked_at) return;
  const std::string prefix = safe_prefix(command);
  if (prefix.empty() || suggestions.size() >= max_suggestions || std::ranges::count(suggestions, prefix) > 0) return;
  const Policy policy(PolicyRules{.allowed = {prefix}, .denied = {}, .problem = {}});  // it must allow that too
  Judge judge(question_, policy, found_);
  judge.changes_folder_ = changes_folder_;
  if (judge.answer(command).objection.empty()) suggestions.push_back(prefix);
}

}  // namespace termhost::approval
