#include "approval/decision/judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/decision/redirections_and_assignments.hpp"
#include "approval/decision/settings_files.hpp"
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

std::string may_be_denied(const Rule& rule) {
  return fmt::format("part of it is known only at run time, and the rule `{}` may deny it", rule.text);
}
std::string blocked(std::string_view what) { return fmt::format("an allow rule does not cover it: {}", what); }
bool tells_more(std::string_view objection) { return !objection.empty() && !objection.ends_with(may_run_outside); }
std::string unruled(std::string_view what) { return fmt::format("{}, and {}", no_rule, what); }
constexpr std::size_t max_folders = 8;  ///< that a line goes to; past it a rule for a folder holds nowhere

}  // namespace

Judge::Judge(const Question& question, const Policy& policy, const SimpleCommands& found)
    : question_(question),
      policy_(policy),
      found_(found),
      places_(question.cwd, question.workspace, policy.secret_files(), question.files),
      functions_(found.functions.begin(), found.functions.end()),
      programs_(question),
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
  places_.go_through(&found.loop_words);
}

CommandVerdict Judge::judge(const SimpleCommand& command) {
  pipe_from_rule_ = command.producer < acting_.size() && acting_[command.producer];
  acting_.push_back(false);
  place_ = {};
  by_absence_ = false;
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
    if (!given.objection.empty()) given.rule = all->text;
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
  result.by_absence = by_absence_ && !given.has_rule;
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
  Answer result = layer({command.words, question_.shell, nullptr, 0, 0, is_stdin_redirected(command), piped});
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

std::string Judge::name_objection(std::string_view name) {
  const std::string defined = question_.shell == ShellKind::PowerShell ? lower(name) : std::string(name);
  if (functions_.contains(name)) return fmt::format("the line makes `{}` a function", name);
  if (question_.session != nullptr && question_.session->is_redefined(defined))
    return fmt::format("an earlier command redefined `{}`", name);
  if (question_.session != nullptr && question_.session->options_changed())
    return "an earlier command changed how the shell reads lines";
  const bool path = name.find('/') != std::string_view::npos;
  if (path && name.front() != '/' && changes_folder_ && !(places_.stands_surely() && places_.in_workspace(name)))
    return fmt::format("an earlier command changes the folder, so `{}` may be another program", name);
  if (!question_.locate || path || is_builtin(name)) return {};
  const std::string& place = programs_.of(name);
  if (place.empty() || is_system_place(place) || (place.front() == '/' && !places_.in_workspace(place))) return {};
  const Program* program = find_program(name);
  if (place.front() == '/' && (program == nullptr || !program->has(ReadOnly))) return {};
  return fmt::format("`{}` is not the system's program: PATH finds {}", name, place);
}

Judge::Answer Judge::layer(const Layer& given) {
  if (given.words.empty() || !given.words[0].known())
    return {"the command that runs is known only at run time", {}, false};
  if (gives_block_to_program(given.words, given.shell))
    return {blocked("PowerShell adds options to a program that gets a script block"), {}, false};
  const std::vector<ShellWord> expanded = given_to_program(given.words, given.shell);
  Layer layer = given;
  if (!expanded.empty()) layer.words = expanded;
  const Words words = layer.words;
  if (layer.depth > max_layers) return {"it has too many wrappers to be followed", {}, false};
  const ProgramMatch match = match_program(words, layer.shell);
  const Rule* rule = layer.rule;
  std::size_t rule_at = layer.rule_at;
  std::size_t skipped = 0;
  if (rule == nullptr) {
    const LetterCase letters = match.cmdlet ? LetterCase::Ignored : LetterCase::Exact;
    rule = allowing_rule(words, letters);
    if (const std::size_t place = match.first_subcommand(); place > 1) {
      const Rule* plain = allowing_rule(plain_words(words, place), letters);
      if (plain != nullptr && (rule == nullptr || plain->words.size() > rule->words.size())) {
        rule = plain;
        skipped = place - 1;
      }
    }
    if (rule != nullptr && rule->words.empty()) rule = nullptr;  // `*` is looked at by the caller
    rule_at = 0;
  }
  if (std::string why = name_objection(words[0].text); !why.empty()) return {blocked(why), {}, rule != nullptr};
  if (std::string why = repository_objection(words, folders_now(), question_.files); !why.empty())
    return {blocked(why), {}, rule != nullptr};
  if (match.program != nullptr && match.program->has(Wraps)) return wrapped(layer, match, rule, rule_at);
  if (rule == nullptr) return built_in(layer, match);
  Answer by_rule = ruled(layer, match, *rule, rule_at, skipped);
  if (by_rule.objection.empty()) return by_rule;
  Answer unruled = built_in(layer, match);  // a rule takes nothing away
  return unruled.objection.empty() ? unruled : by_rule;
}

Judge::Answer Judge::ruled(const Layer& layer, const ProgramMatch& match, const Rule& rule, std::size_t rule_at,
                           std::size_t skipped) {
  ProofContext context{.shell = layer.shell, .places = &places_, .spelled = {}};
  for (std::size_t at = 0; at < layer.words.size(); ++at)
    context.spelled.push_back(at == 0 || (at > skipped && rule.spells(rule_at + at - skipped)));
  context.bare_rule = rule.words.size() == rule_at + 1;
  context.stdin_redirected = layer.stdin_redirected;
  context.any_rest = rule.any_rest;
  context.log_in_line = match.program != nullptr && match.program->has(AnyWord) && names_a_log(found_);
  const bool acts = match.program != nullptr && (!match.program->has(ReadOnly) || match.program->has(AnyWord));
  Answer result{{}, rule.text, true, acts ? match.program : nullptr};
  if (match.name == "find" || match.name == "gfind") return judge_find(layer, match, &rule, rule_at);
  if (match.program == nullptr) {
    if (const auto inner = shell_code(layer.words); inner && !context.is_spelled(1))
      return code(inner->text, inner->shell, layer.depth + 1);
    std::size_t own = layer.words.size();
    if (Answer inner = inner_commands(layer, rule, rule_at, own); !inner.objection.empty()) return inner;
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
  const Program* program = match.program;
  if (programs_.runs_what_a_file_names(layer.words[0].text)) return {std::string(no_rule), {}, false};
  const bool tells = layer.depth == 0 && describes_itself_without_settings(layer.words, places_);
  const bool no_settings = layer.depth == 0 && only_reads_without_settings(match, layer.words, places_);
  const bool plain = describes_itself(match, layer.words) || tells ||
                     (checks_syntax(layer.words) && places_.may_read(layer.words[2], true));
  by_absence_ = tells || no_settings;
  if (plain && policy_.reads_freely()) return {{}, std::string(read_only), false};
  if (program == nullptr) return {std::string(no_rule), {}, false};
  const bool reads =
      (program->has(ReadOnly) || no_settings) && policy_.reads_freely() && only_reads(match, layer.words);
  const bool nothing = program->has(NoSideEffects);
  if (reads && (match.name == "find" || match.name == "gfind")) return judge_find(layer, match, nullptr, 0);
  ProofContext context{.shell = layer.shell,
                       .rule_origin = reads || nothing ? RuleOrigin::BuiltIn : RuleOrigin::Policy,
                       .places = &places_,
                       .spelled = {true},
                       .stdin_redirected = layer.stdin_redirected,
                       .piped = layer.piped,
                       .pipe_content = layer.depth == 0 ? pipe_ : Piped::Anything,
                       .may_log = pipe_from_rule_};
  if (std::string why = settings_objection(layer.words, folders_now(), question_.files, question_.workspace);
      reads && !why.empty())
    return {unruled(why), {}, false};
  const Objection objection = prove_words(layer.words, match, context).objection;
  if (objection) return {unruled(*objection), {}, false};
  if (!reads && !nothing) return {std::string(no_rule), {}, false};
  return {{}, std::string(nothing ? no_side_effects : read_only), false};
}

/// `timeout 5 ls`: the wrapper's own words are harmless, and what it runs is judged.
Judge::Answer Judge::wrapped(const Layer& layer, const ProgramMatch& match, const Rule* rule, std::size_t rule_at) {
  ProofContext context{.shell = layer.shell, .places = &places_, .spelled = {true}};
  for (std::size_t at = 1; rule != nullptr && at < layer.words.size(); ++at)
    context.spelled.push_back(rule->spells(rule_at + at));
  const bool query = match.name == "command" && layer.words.size() > 1 && listed("-v -V", layer.words[1].text);
  if (query && (rule != nullptr || policy_.reads_freely()))
    return {{}, rule != nullptr ? rule->text : std::string(read_only), rule != nullptr};
  if (match.program->has(Ruled) && rule == nullptr) return {std::string(no_rule), {}, false};
  const WordProof proof = prove_words(layer.words, match, context);
  if (proof.objection) return {blocked(*proof.objection), {}, rule != nullptr};
  if (proof.inner == 0) return rule == nullptr ? Answer{std::string(no_rule)} : Answer{{}, rule->text, true};
  const Words inner = layer.words.subspan(proof.inner);
  std::vector<CommandWords> commands{{inner.begin(), inner.end()}};
  if (match.program->has(AppendsWords)) {
    commands = commands_of_xargs(layer.words, proof.inner, layer.depth == 0 ? piped_words_ : anything());
    if (blank_makes_option(layer.words.first(proof.inner), match_program(inner, layer.shell).program))
      return {unruled(fmt::format("a file name with a blank may become an option of `{}`", inner[0].text))};
  }
  const bool reaches = rule != nullptr && rule->words.size() > rule_at + proof.inner;
  Answer result;
  for (auto command = commands.begin(); command != commands.end() && result.objection.empty(); ++command)
    result = this->layer({*command, layer.shell, reaches ? rule : nullptr, rule_at + proof.inner, layer.depth + 1,
                          layer.stdin_redirected});
  return result;
}

/// Judges the other commands that it runs, if no row knows all of them: the rule must spell them too. `own`: the number
/// of words that are left to the program itself.
Judge::Answer Judge::inner_commands(const Layer& layer, const Rule& rule, std::size_t rule_at, std::size_t& own) {
  for (const NestedCommand& inner : unwrap({layer.words, layer.shell})) {
    if (inner.kind == NestedCommand::Kind::Spelling) continue;
    if (rule.words.size() <= rule_at + inner.at) return {blocked(inner.reason), {}, true};
    if (inner.kind != NestedCommand::Kind::Command || inner.at >= layer.words.size() ||
        inner.words[0].text != layer.words[inner.at].text)
      continue;
    Answer result =
        this->layer({inner.words, layer.shell, &rule, rule_at + inner.at, layer.depth + 1, layer.stdin_redirected});
    if (!result.objection.empty()) return result;
    own = std::min(own, inner.at);
  }
  return {{}, rule.text, true};
}

Judge::Answer Judge::judge_find(const Layer& layer, const ProgramMatch& match, const Rule* rule, std::size_t rule_at) {
  std::vector<bool> spelled;
  for (std::size_t at = 0; at < layer.words.size(); ++at)
    spelled.push_back(at == 0 || (rule != nullptr && rule->spells(rule_at + at)));
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
  if (depth > max_layers) return {"it has too many wrappers to be followed", {}, false};
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
