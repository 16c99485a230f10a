#include <algorithm>

#include <fmt/format.h>

#include "approval/judge.hpp"
#include "approval/judge_words.hpp"
#include "approval/names.hpp"
#include "approval/text.hpp"
#include "approval/unwrap.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;
using shell::ShellWord;
using shell::SimpleCommand;
using shell::SimpleCommands;

/// `find … -name '*.ts'` finds what ends so.
std::string found_ending(Words words) {
  std::string ending;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    if (text == "-o" || text == "-or" || text == ",") return {};
    if (words[at].text == "-name" && (words[at - 1].text == "!" || words[at - 1].text == "-not")) return {};
    if (words[at - 1].text != "-name" || !words[at].known()) continue;
    const std::size_t star = text.find_last_of("*?[]");
    ending = star == std::string::npos ? '/' + text : text.substr(star + 1);
  }
  return ending;
}

}  // namespace

/// What a command prints, if these are names of files and nothing else.
ShellWord Judge::produced_names(const SimpleCommand& command) const {
  const auto& words = command.words;
  ShellWord any{std::string(1, shell::unknown_part), true};
  const bool known =
      !words.empty() && std::all_of(words.begin(), words.end(), [](const ShellWord& w) { return w.known(); });
  if (!known || !command.unprovable_code.empty()) return any;
  const auto has = [&](std::string_view text) {
    return std::any_of(words.begin(), words.end(), [&](const ShellWord& w) { return w.text == text; });
  };
  const std::string& program = words[0].text;
  ShellWord names{std::string(1, shell::unknown_part), true, shell::UnknownPart::Files};
  const bool git = program == "git" && words.size() > 1 &&
                   (words[1].text == "ls-files" || (words[1].text == "diff" && has("--name-only")));
  const bool searches =
      (program == "rg" && (has("-l") || has("--files"))) || (program == "grep" && (has("-rl") || has("-lr")));
  if (git || searches) return names;
  if (program == "find" && words.size() > 2 && !has("-printf") && !has("-fprint") && places_.may_read(words[1].text) &&
      !words[1].text.starts_with('-') && words[2].text.starts_with('-'))
    return {words[1].text + '/' + shell::unknown_part + found_ending(words), true, shell::UnknownPart::Files, true};
  const bool options_only =
      std::all_of(words.begin() + 1, words.end(), [](const ShellWord& w) { return w.text.starts_with('-'); });
  const bool filters = (listed("head tail sort uniq", program) && options_only && !has("-o")) ||
                       (program == "grep" && words.size() == 3 &&
                        (words[1].text == "-v" || words[1].text == "-E" || words[1].text == "-i"));
  if (filters && command.producer < found_.commands.size()) return produced_names(found_.commands[command.producer]);
  return any;
}

/// `timeout 5 ls`: the wrapper's own words are harmless, and what it runs is judged.
Judge::Answer Judge::wrapped(const Layer& layer, const Known& known, const Rule* rule, std::size_t rule_at) {
  ProofContext context{.shell = layer.shell, .places = &places_, .spelled = {true}};
  for (std::size_t at = 1; rule != nullptr && at < layer.words.size(); ++at)
    context.spelled.push_back(rule->spells(rule_at + at));
  const bool query = known.name == "command" && layer.words.size() > 1 && layer.words[1].known() &&
                     (layer.words[1].text == "-v" || layer.words[1].text == "-V");
  if (query && (rule != nullptr || policy_.reads_freely()))
    return {{}, rule != nullptr ? rule->text : std::string(read_only), rule != nullptr};
  const WordProof proof = prove_words(layer.words, known, context);
  if (proof.objection) return {blocked(*proof.objection), {}, rule != nullptr};
  if (proof.inner == 0) {
    if (rule == nullptr) return {std::string(no_rule), {}, false};
    return {{}, rule->text, true};
  }
  std::vector<ShellWord> words(layer.words.begin() + static_cast<std::ptrdiff_t>(proof.inner), layer.words.end());
  if (known.program->has(AppendsWords)) {
    std::string replaced;
    for (std::size_t at = 1; at + 1 < proof.inner + 1 && at < layer.words.size(); ++at) {
      const std::string& text = layer.words[at].text;
      if (text == "-I" && at + 1 < layer.words.size())
        replaced = layer.words[at + 1].text;
      else if (text.starts_with("-I") && text.size() > 2)
        replaced = text.substr(2);
      else if (text.starts_with("--replace"))
        replaced = text.size() > 10 ? text.substr(10) : "{}";
    }
    bool any = false;
    for (ShellWord& word : words)
      for (std::size_t at = 0; !replaced.empty() && (at = word.text.find(replaced, at)) != std::string::npos; ++at) {
        word.text.replace(at, replaced.size(), 1, shell::unknown_part);
        word.unknown = layer.depth == 0 ? produced_.unknown : shell::UnknownPart::Text;
        any = true;
      }
    if (!any) words.push_back(layer.depth == 0 ? produced_ : ShellWord{std::string(1, shell::unknown_part), true});
  }
  const bool reaches = rule != nullptr && rule->words.size() > rule_at + proof.inner;
  return this->layer({words, layer.shell, reaches ? rule : nullptr, rule_at + proof.inner, layer.depth + 1, layer.fed});
}

/// What else it runs, where no row says that all of it is known: the rule must spell that too. `own`: how many words
/// are then left to the program itself.
Judge::Answer Judge::inner_commands(const Layer& layer, const Rule& rule, std::size_t rule_at, std::size_t& own) {
  for (const NestedCommand& inner : unwrap({layer.words, layer.shell})) {
    if (inner.kind == NestedCommand::Kind::Spelling) continue;
    if (rule.words.size() <= rule_at + inner.at) return {blocked(inner.reason), {}, true};
    if (inner.kind != NestedCommand::Kind::Command || inner.at >= layer.words.size() ||
        inner.words[0].text != layer.words[inner.at].text)
      continue;
    Answer result = this->layer({inner.words, layer.shell, &rule, rule_at + inner.at, layer.depth + 1, layer.fed});
    if (!result.objection.empty()) return result;
    own = std::min(own, inner.at);
  }
  return {{}, rule.text, true};
}

/// `find dir -exec cmd {} +`: the files it finds begin as its folder does.
Judge::Answer Judge::found_commands(const Layer& layer, const Known& known, const Rule* rule, std::size_t rule_at) {
  std::vector<ShellWord> own;
  ProofContext context{
      .shell = layer.shell, .trust = rule == nullptr ? Trust::BuiltIn : Trust::Rule, .places = &places_, .spelled = {}};
  const Words words = layer.words;
  const std::string ending = found_ending(words);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool runs = words[at].known() && (words[at].text == "-exec" || words[at].text == "-execdir");
    if (!runs || (rule != nullptr && rule->spells(rule_at + at))) {
      own.push_back(words[at]);
      context.spelled.push_back(at == 0 || (rule != nullptr && rule->spells(rule_at + at)));
      continue;
    }
    const std::string folder = words.size() > 1 && words[1].known() && !words[1].text.starts_with('-') &&
                                       words[1].text.find_first_of("(!") != 0
                                   ? words[1].text
                                   : ".";
    const bool one_folder = words.size() > 2 && (words[2].text.starts_with('-') || words[2].text == "(" ||
                                                 words[2].text == "!" || words[1].text.starts_with('-'));
    std::vector<ShellWord> command;
    bool ends = false;
    for (++at; at < words.size(); ++at) {
      ends = words[at].known() && (words[at].text == ";" || (words[at].text == "+" && !command.empty()));
      if (ends) break;
      ShellWord word = words[at];
      for (std::size_t place = 0; (place = word.text.find("{}", place)) != std::string::npos;) {
        word.text.replace(place, 2,
                          (place == 0 && one_folder ? folder + '/' : std::string()) + shell::unknown_part + ending);
        word.unknown = shell::UnknownPart::Files;
      }
      command.push_back(std::move(word));
    }
    if (!ends) return {blocked("what `find` runs is not known"), {}, rule != nullptr};
    Answer inner = this->layer({command, layer.shell, nullptr, 0, layer.depth + 1, layer.fed});
    if (!inner.objection.empty()) return inner;
  }
  const Objection objection = prove_words(own, known, context).objection;
  if (objection)
    return {
        rule == nullptr ? fmt::format("{}, and {}", no_rule, *objection) : blocked(*objection), {}, rule != nullptr};
  return {{}, rule == nullptr ? std::string(read_only) : rule->text, rule != nullptr};
}

/// `bash -lc 'ls | wc'`: nothing but letters that say how the shell runs, and code that can be read.
bool Judge::is_shell_code(const Layer& layer, std::string& text, ShellKind& kind) const {
  const Words words = layer.words;
  if (words.size() != 3 || !words[1].known() || !words[2].known() || !listed("bash zsh dash sh ksh", words[0].text))
    return false;
  const std::string& options = words[1].text;
  if (options.size() < 2 || options[0] != '-' || options.back() != 'c' ||
      options.find_first_not_of("-celux") != std::string::npos)
    return false;
  text = words[2].text;
  kind = shell::shell_kind_of(words[0].text);
  return true;
}

Judge::Answer Judge::code(const std::string& text, ShellKind kind, int depth) {
  const std::vector<ShellKind> kinds =
      kind == ShellKind::Dash ? std::vector{ShellKind::Dash, ShellKind::Bash} : std::vector{kind};
  if (depth > max_layers) return {"it is wrapped too often to be followed", {}, false};
  Answer result{{}, std::string(effectless), true};
  for (const ShellKind each : kinds) {  // `sh` may be dash or bash
    const SimpleCommands found = shell::simple_commands(text, each);
    if (!found.problem.empty() || !found.functions.empty())
      return {blocked(found.problem.empty() ? "its code defines functions" : found.problem), {}, true};
    for (const std::string& name : found.bound_names)
      if (!may_be_bound(name, each)) return {blocked(fmt::format("it sets {}", name)), {}, true};
    for (const SimpleCommand& command : found.commands) {
      if (!command.unprovable_code.empty())
        return {blocked(fmt::format("it {}", command.unprovable_code.front().reason)), {}, true};
      Answer inner = command.words.empty() ? without_words(command)
                                           : layer({command.words, each, nullptr, 0, depth + 1, is_fed(command)});
      if (inner.objection.empty() && !command.words.empty()) inner.objection = surroundings(command, each);
      if (!inner.objection.empty()) return inner;
      note_folder(command);
      result.rule = inner.rule;
    }
  }
  return result;
}

}  // namespace termhost::approval
