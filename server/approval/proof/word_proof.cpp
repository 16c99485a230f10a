#include "approval/proof/word_proof.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/programs/effects.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/proof/arguments.hpp"
#include "approval/proof/builtin_word_checks.hpp"
#include "approval/proof/cmdlet_words.hpp"
#include "approval/proof/foreign_code.hpp"
#include "approval/proof/runner_words.hpp"
#include "approval/proof/search_programs.hpp"
#include "approval/text.hpp"
#include "approval/variables/names.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using shell::UnknownPart;

class Reader {
 public:
  Reader(Words words, const ProgramMatch& match, const ProofContext& context)
      : words_(words), match_(match), context_(context), program_(match.program) {}

  WordProof run() {
    std::size_t from = 1;
    name_ = words_[0].text;
    for (const ProgramMatch::Before& outer : match_.before) {
      program_ = outer.program;
      if (has(Toolchain) && from < outer.subcommand && chooses_toolchain(words_[from])) ++from;
      read(from, outer.subcommand, true);
      from = outer.subcommand + 1;
      name_ += ' ' + words_[outer.subcommand].text;
    }
    program_ = match_.program;
    name_ = match_.name;
    operands_ = 0;
    pattern_given_ = std::any_of(words_.begin(), words_.end(), [](const ShellWord& w) { return w.text == "--files"; });
    std::size_t inner = 0;
    if (!match_.before.empty() && program_ == nullptr)
      object(match_.before.back().subcommand, fmt::format("the effect of `{}` is not known", name_));
    const bool spelled = std::count(context_.spelled.begin(), context_.spelled.end(), true) >=
                         static_cast<std::ptrdiff_t>(words_.size());
    if (has(ReadsCommands) && (context_.stdin_redirected || words_.size() < 2 || !spelled))
      proof_.objection = fmt::format("`{}` takes commands, and some of them run programs or write files", name_);
    const Program* const runner = program_ == nullptr ? nullptr : spelled_runner(words_, *program_, context_);
    if (runner != nullptr) {
      program_ = runner;
      name_ = words_[2].text;
      read(3, words_.size(), false);
    } else if (!proof_.objection && accepts_all()) {
      proof_.objection = foreign_code(words_, context_);
    } else if (!proof_.objection && !spells_script()) {
      inner = read(match_.first, words_.size(), false);
    }
    if (!proof_.objection && has(RunsProject) && has(OptionsFirst) && operands_ == 0)
      proof_.objection = fmt::format("`{}` runs what it reads", name_);
    if (!proof_.objection && inner == 0 && reads_here()) proof_.objection = here_objection(name_, *context_.places);
    if (!proof_.objection && built_in() && program_ != nullptr)
      proof_.objection = followed_links_objection(words_, *program_, *context_.places);
    proof_.inner = inner;
    return proof_;
  }

 private:
  /// A default operand is a word: the folder that it runs in is judged as if it were written.
  [[nodiscard]] bool reads_here() const {
    if (name_.starts_with("git ")) return !folder_given_;
    if (!built_in()) return has(OfProject) && !has(AnyWord | Reads) && !folder_given_;
    const std::size_t patterns = has(Pattern) && pattern_given_ && operands_ > 0 ? 1 : 0;
    return has(Here) && operands_ <= patterns && !context_.piped;
  }
  [[nodiscard]] bool has(std::uint32_t flag) const { return program_ != nullptr && program_->has(flag); }
  [[nodiscard]] bool built_in() const { return context_.rule_origin == RuleOrigin::BuiltIn; }
  [[nodiscard]] bool accepts_all() const { return has(AnyWord) && context_.bare_rule && !built_in(); }

  /// `python3 -m pytest`, `node scripts/check.js` in the rule itself: what follows is for that code, whatever it is.
  [[nodiscard]] bool spells_script() const {
    if (!has(AnyWord) || built_in()) return false;
    if (words_.size() > 2 && words_[1].text == "-m") return context_.is_spelled(2);
    return context_.is_spelled(1) && words_[1].text.find_first_of("./") != std::string::npos &&
           words_[1].text[0] != '-';
  }

  void object(std::size_t at, std::string reason) {
    if (!proof_.objection && !context_.is_spelled(at)) proof_.objection = std::move(reason);
  }
  void object_if(std::size_t at, Objection objection) {
    if (objection) object(at, std::move(*objection));
  }
  void object_to_option(std::size_t at, std::string_view option) { object(at, describe_option(name_, option)); }

  /// Returns where a wrapper's command begins.
  std::size_t read(std::size_t from, std::size_t to, bool before) {
    bool options_end = false;
    for (std::size_t at = from; at < to && !proof_.objection;) {
      const ShellWord& word = words_[at];
      const bool first_only = has(OptionsFirst) && operands_ > 0;
      if (!options_end && word.known() && word.text == "--") {
        if (has(RestAny) && tells_harness_to_write(words_.subspan(at))) object_to_option(at, "--logfile");
        if (has(RestAny)) return 0;  // for code of the project, whatever it is
        options_end = true;
        ++at;
      } else if (!options_end && !first_only && may_be_read_as_option(word)) {
        at += option(at);
      } else {
        if (before) return object(at, "the effect of a word before its subcommand is not known"), 0;
        if (has(Assigns) && word.known() && is_assignment_word(word.text) && operands_ == 0) {
          environment(at++);
          continue;
        }
        if (has(Wraps) && operands_ == program_->operands) return at;
        operand(at++, options_end);
      }
    }
    return 0;
  }

  void environment(std::size_t at) {
    const std::string_view text = words_[at].text;
    const std::size_t equals = text.find('=');
    if (!is_harmless_environment(text.substr(0, equals), {std::string(text.substr(equals + 1))}))
      object(at, fmt::format("it sets {}", text.substr(0, equals)));
  }

  // Options

  /// Returns the number of words that the option takes.
  std::size_t option(std::size_t at) {
    const ShellWord& word = words_[at];
    const bool text = !word.known() && word.unknown == UnknownPart::Text;
    if (has(RunsProject) && !has(NoAssignment) && !(text && word.start().empty())) return runner_option(at);
    const bool any = has(AnyOption) && !(built_in() && text && !has(TextOperands));
    if (word.start().empty()) {
      const bool files = built_in() && (word.unknown == UnknownPart::Files || word.unknown == UnknownPart::Folder);
      if (files && name_ == "cd" && word.text.ends_with('/') && !word.splits) return operand(at, false), 1;
      if (any || (files && has(AnyOption)))
        operand(at, false);
      else
        object(at, fmt::format("a word of `{}` is known only at run time, and may become an option", name_));
      return 1;
    }
    if (program_ == nullptr) return unknown_program_option(at);
    if (word.splits && !any) return object(at, fmt::format("a word of `{}` may become several words", name_)), 1;
    if (has(AnyOption)) {
      const bool named = word.text.find(shell::unknown_part) >= word.text.find('=');
      if (built_in() && !has(TextOperands) && !word.known() && !named && word.unknown > UnknownPart::Number)
        object_to_option(at, shown(word));
      return any_option(at);
    }
    if (has(RunsProject)) return runner_option(at);
    return known_options(at);
  }

  std::size_t unknown_program_option(std::size_t at) {
    const std::string& name = words_[0].text;
    const bool script = name.find('/') != std::string::npos;
    if (!words_[at].known())
      object(at, fmt::format("a word of `{}` is known only at run time", name_));
    else if (!script && !context_.any_rest)
      object(at,
             fmt::format(
                 "the effect of `{}` of `{}` is not known; a rule with this word, or one that ends with **, allows it",
                 words_[at].text, name_));
    return 1;
  }

  std::size_t runner_option(std::size_t at) {
    const RunnerOption option =
        read_runner_option(words_, at, {*program_, name_, context_},
                           [&](std::size_t place, std::string why) { object(place, std::move(why)); });
    if (option.module != nullptr) {
      program_ = option.module;
      name_ = option.name;
    }
    return option.words;
  }

  void runner_path(std::size_t at) {
    object_if(at, outside_project_objection(words_[at].text, {*program_, name_, context_}));
  }

  /// An option of a program whose options are all harmless: only a path in it matters.
  std::size_t any_option(std::size_t at) {
    const std::string_view text = words_[at].text;
    bool takes_text = false;
    const std::size_t taken = has(Pattern) ? read_option(words_, at, program_->options,
                                                         [&](const Option& option) {
                                                           pattern_given_ |= option.has(GivesPattern);
                                                           takes_text |= option.is("e", "regexp");
                                                         })
                                           : 1;
    if (taken > 1 && !takes_text) read_path(at + 1);
    if (taken > 1 || takes_text) return std::max<std::size_t>(taken, 1);
    if (built_in() && text.starts_with("--f") && listed("wc du", name_)) object_to_option(at, text);
    if (built_in() && !has(TextOperands)) object_if(at, attached_objection(text, has(NamesOnly), *context_.places));
    return 1;
  }

  /// Options of a program whose row has all the harmless ones.
  std::size_t known_options(std::size_t at) {
    bool unknown = false;
    const std::size_t taken = read_option(words_, at, program_->options, [&](const Option& option) {
      if (unknown || (option.single_dash && !option.is_known())) return;  // its letters follow
      unknown = !option.is_known();
      if (unknown)
        object_to_option(at, spelled(option));
      else
        known_option(option);
    });
    return unknown ? 1 : std::max<std::size_t>(taken, 1);
  }

  [[nodiscard]] std::string spelled(const Option& option) const {
    const std::string& text = words_[option.at].text;
    if (option.letter == 0) return text.substr(0, option.name.size() + 2);
    if (program_->options.has_words() && text.size() > 2 && option.letter == text[1]) return text;
    return fmt::format("-{}", option.letter == shell::unknown_part ? "…" : std::string(1, option.letter));
  }

  void known_option(const Option& option) {
    const OptionRow& row = *option.row;
    const std::string& text = words_[option.at].text;
    if (row.more && built_in()) object_to_option(option.at, option.letter == 0 ? text : spelled(option));
    pattern_given_ |= has(Pattern) && option.has(GivesPattern);
    if (!option.argument) return;
    const bool attached = option.argument_at == option.at;
    const bool parted = context_.shell == shell::ShellKind::PowerShell && text.find(':') < text.find('=');  // by it
    if (attached && option.letter == 0 && (row.takes == Takes::Nothing || parted))
      return object_to_option(option.at, text);
    if (!attached) return separate_argument(option.argument_at, row.kind);
    argument(option.at, row.kind, in_word(option.at, *option.argument));
  }

  [[nodiscard]] Argument in_word(std::size_t at, std::string_view text) const {
    return {text, text.find(shell::unknown_part) == std::string_view::npos, words_[at].unknown <= UnknownPart::Number,
            false};
  }

  void separate_argument(std::size_t at, ArgumentKind kind) {
    const ShellWord& word = words_[at];
    const bool text = kind == ArgumentKind::Text || kind == ArgumentKind::Number;
    if (!text && may_be_read_as_option(word) && !is_harmless_flag(*program_, word.text, built_in()))
      object(at, fmt::format("`{}` may be an option of `{}`", shown(word), name_));
    argument(at, kind, {word.text, word.known(), word.unknown <= UnknownPart::Number, word.splits});
  }

  void argument(std::size_t at, ArgumentKind kind, const Argument& argument) {
    if (argument.splits && !has(AnyOption))
      return object(at, fmt::format("a word of `{}` is known only at run time, and may become an option", name_));
    const bool one_of_list = words_[at].text == argument.text &&
                             context_.places->each_of_list(words_[at], [&](auto value) { return fits(kind, {value}); });
    const bool hidden = kind == ArgumentKind::Output && context_.places->may_stand_hidden();
    if (hidden || !(one_of_list || fits(kind, argument)))
      return object(
          at, describe_argument(name_, words_[words_[at].text.starts_with('-') ? at : at - 1].text, words_[at].text));
    if (built_in() && argument.known && kind == ArgumentKind::Any)
      object_if(at, argument_objection(argument.text, has(NamesOnly), *context_.places));
    const bool leads = kind == ArgumentKind::Folder || kind == ArgumentKind::File;
    if (leads && !built_in() && speaks_of_project())
      object_if(at, elsewhere_objection(argument.text, *context_.places));
    if (kind != ArgumentKind::Folder) return;
    folder_given_ = true;
    if (built_in() || (speaks_of_project() && !argument.known)) folder(at, argument);
  }

  /// git counts too, because its settings and hooks are those of the folder.
  [[nodiscard]] bool speaks_of_project() const { return has(OfProject) || name_.starts_with("git"); }

  void folder(std::size_t at, const Argument& argument) {
    const bool whole = words_[at].text == argument.text;
    if (whole ? !context_.places->may_read(words_[at], true)
              : !argument.known || !context_.places->may_read(argument.text))
      object(at, fmt::format("the folder in which `{}` reads may be outside of the workspace", name_));
  }

  // Operands

  [[nodiscard]] bool shows_contents() {
    if (!shows_contents_)
      shows_contents_ = !has(NamesOnly) && !shows_only_names(words_, name_) && !chooses_files(words_, name_);
    return *shows_contents_;
  }

  void read_path(std::size_t at) {
    const ShellWord spelled = as_read(words_[at], name_, context_.shell);
    const bool kept = words_[at].known() && shows_tracked_files(name_);
    const bool sizes = listed("ls du stat", name_) && (spelled.text == ".git" || spelled.text == ".git/");
    if (built_in() && !sizes && !context_.places->may_read(spelled, !kept && shows_contents()))
      object(at, words_[at].known() ? not_public(words_[at].text)
                                    : fmt::format("the files that `{}` reads are known only at run time", name_));
  }

  void operand(std::size_t at, bool options_end) {
    const ShellWord& word = words_[at];
    ++operands_;
    if (has(Subcommands)) return object(at, fmt::format("the command that `{}` runs is known only at run time", name_));
    if (program_ == nullptr) {
      if (is_builtin(name_))
        object(at, fmt::format("the effect of the builtin `{}` with these words is not known", name_));
      return;
    }
    const std::size_t most = built_in() ? std::min(program_->operands, program_->reading_operands) : program_->operands;
    if (most < 255 && (operands_ > most || (word.splits && !word.known())))
      return object(at, describe_operand(name_, word.text));
    if (has(NoAssignment) && !cannot_assign(word))
      return object(at, fmt::format("`{}` sets what `{}` runs", shown(word), name_));
    if (has(Pinned) && (!word.known() || word.text.find('@') != std::string::npos))
      return object(at, fmt::format("`{} {}` runs or builds code from the network", name_, shown(word)));
    if ((has(Remote) && may_be_remote(word)) ||
        (has(Responses) && !has(RunsProject) && (word.start().empty() || word.start()[0] == '@')))
      return object(at, fmt::format("`{}` may run a program that `{}` names", name_, shown(word)));
    if (has(PlusFirst) && word.start().substr(0, 1) != "+") return object(at, describe_operand(name_, word.text));
    const bool passes_on = program_->options.has_words() || (!has(AnyOption) && !has(Reads) && !has(TextOperands));
    if (options_end && passes_on && may_be_read_as_option(word) && !is_harmless_flag(*program_, word.text, built_in()))
      return object_to_option(at, word.text);
    const bool is_pattern = has(Pattern) && !pattern_given_ && !word.splits;  // several words: the rest are files
    pattern_given_ = true;
    const bool narrows = only_narrows(words_, at, name_);
    if (built_in() && !is_pattern && !has(TextOperands) && !narrows) read_path(at);
    if (has(RunsProject) && !built_in()) runner_path(at);
    const bool told = has(OfProject) && !has(RunsProject | TextOperands | Reads | AnyWord) && !built_in();
    if (told) object_if(at, elsewhere_objection(word.text, *context_.places));
    if ((told || has(RunsProject)) && !has(NoAssignment) && !built_in() && may_name_log(word))
      object(at, log_as_code(name_, shown(word)));
    object_if(at, operand_objection(word, {name_, context_.shell, built_in()}, *context_.places));
    if (built_in() && !is_pattern && shows_tracked_files(name_) && context_.places->pathspec_may_name_secret(word))
      object(at, not_public(shown(word)));
  }

  Words words_;
  const ProgramMatch& match_;
  const ProofContext& context_;
  const Program* program_;
  std::string name_;  ///< of what is being read: `git` before `log`, then `git log`
  WordProof proof_;
  std::size_t operands_ = 0;
  bool pattern_given_ = false;
  bool folder_given_ = false;           ///< by an option: it runs there
  std::optional<bool> shows_contents_;  ///< of the files that it reads; found out when the first is read
};

}  // namespace

WordProof prove_words(Words words, const ProgramMatch& match, const ProofContext& context) {
  if (match.cmdlet) return {prove_cmdlet(words, match, context), 0};
  if (WordCheck special = find_word_check(match.name); special != nullptr) {
    if (Objection objection = special(words.subspan(match.first - 1), context, match.first - 1))
      return {std::move(objection), 0};
  }
  return Reader(words, match, context).run();
}

}  // namespace termhost::approval
