#include "approval/proof/cmdlet_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/entries.hpp"
#include "approval/programs/effects.hpp"
#include "approval/programs/powershell_names.hpp"
#include "approval/proof/arguments.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

/// Short names of parameters that every cmdlet has. One of them wins over a longer name that begins like it.
constexpr std::string_view common_aliases = "vb db ea wa infa proga ev wv iv ov ob pv wi cf";

/// Bytes of the dash that leads a parameter in; PowerShell takes three others for one.
std::size_t dash_length(std::string_view text) {
  if (text.starts_with('-')) return 1;
  return text.starts_with("\xE2\x80\x93") || text.starts_with("\xE2\x80\x94") || text.starts_with("\xE2\x80\x95") ? 3
                                                                                                                  : 0;
}

bool is_block(const ShellWord& word) { return !word.known() && word.text.starts_with('{'); }

class CmdletReader {
 public:
  CmdletReader(Words words, const ProgramMatch& match, const ProofContext& context)
      : words_(words), name_(match.name), program_(*match.program), context_(context) {}

  Objection run() {
    const bool spelled = std::count(context_.spelled.begin(), context_.spelled.end(), true) >=
                         static_cast<std::ptrdiff_t>(words_.size());
    if (program_.has(ReadsCommands) && (context_.stdin_redirected || words_.size() < 2 || !spelled))
      return fmt::format("`{}` takes commands, and some of them run programs or write files", name_);
    const bool harmless_pipe =
        context_.pipe_content == Piped::Files || (context_.pipe_content == Piped::Text && program_.has(Pattern));
    if (program_.has(PipedPaths) && built_in() && context_.stdin_redirected && !harmless_pipe)
      return fmt::format("which files `{}` reads is known only at run time", name_);
    for (std::size_t at = 1; at < words_.size() && !objection_;)
      at += is_parameter(words_[at]) ? parameter(at) : operand(at);
    return std::move(objection_);
  }

 private:
  [[nodiscard]] bool built_in() const { return context_.rule_origin == RuleOrigin::BuiltIn; }
  void object(std::size_t at, std::string reason) {
    if (!objection_ && !context_.is_spelled(at)) objection_ = std::move(reason);
  }

  /// Returns the number of words that the parameter takes. `-First:` and `-Recurse:` have their value in the next word.
  std::size_t parameter(std::size_t at) {
    std::string name = lower(std::string_view(words_[at].text).substr(dash_length(words_[at].text)));
    const bool attached = name.ends_with(':');
    if (attached) name.pop_back();
    const OptionRow* const found = find(name);
    if (found == nullptr) return object(at, describe_option(name_, words_[at].text)), 1;
    if (found->name == "pattern") pattern_given_ = true;
    const bool has_value =
        (found->takes == Takes::Argument || attached) && at + 1 < words_.size() && !is_parameter(words_[at + 1]);
    if (!has_value) return 1;
    value(at + 1, found->kind);
    return 2;
  }

  /// The parameter by its whole name, or by a beginning that no other has.
  [[nodiscard]] const OptionRow* find(std::string_view name) const {
    const std::vector<OptionRow>& names = program_.options.names();
    const auto named = std::ranges::find(names, name, &OptionRow::name);
    if (named != names.end()) return &*named;
    if (name.empty() || listed(common_aliases, name)) return nullptr;
    const auto begins = [&](const OptionRow& one) { return one.name.starts_with(name); };
    const auto first = std::ranges::find_if(names, begins);
    const bool one = first != names.end() && std::find_if(first + 1, names.end(), begins) == names.end();
    return one ? &*first : nullptr;
  }

  std::size_t operand(std::size_t at) {
    const bool is_pattern = program_.has(Pattern) && !pattern_given_;
    if (is_block(words_[at])) return 1;  // its commands are judged by themselves
    pattern_given_ = true;
    if (++operands_ > program_.operands) object(at, describe_operand(name_, words_[at].text));
    const bool compared = operands_ > 1 && listed("where-object where ?", name_);  // with what the first one names
    if (!is_pattern && !compared) value(at, program_.operand);
    return 1;
  }

  void value(std::size_t at, ArgumentKind kind) {
    const ShellWord& word = words_[at];
    if (is_block(word)) return;
    if (kind == ArgumentKind::Folder) return path(at);
    if (!fits(kind, {word.text, word.known(), word.unknown <= shell::UnknownPart::Number, word.splits}))
      object(at, describe_argument(name_, words_[at - 1].text, shown(word)));
  }

  /// A path of another provider (`env:TOKEN`) is not a file.
  void path(std::size_t at) {
    const ShellWord word = with_patterns(words_[at]);
    if (word.text.starts_with("\\\\") || word.text.starts_with("//"))
      return object(at, fmt::format("`{}` is on another machine", shown(word)));
    if (!built_in()) return;
    if (word.text.find(':') != std::string::npos)
      object(at, fmt::format("`{}` names another drive", shown(word)));
    else if (!context_.places->may_read(word, !program_.has(NamesOnly)))
      object(at, word.known() ? not_public(word.text)
                              : fmt::format("which files `{}` reads is known only at run time", name_));
  }

  Words words_;
  const std::string& name_;
  const Program& program_;
  const ProofContext& context_;
  Objection objection_;
  std::size_t operands_ = 0;
  bool pattern_given_ = false;
};

}  // namespace

Objection prove_cmdlet(Words words, const ProgramMatch& match, const ProofContext& context) {
  return CmdletReader(words, match, context).run();
}

bool is_parameter(const ShellWord& word) {
  const std::size_t dash = dash_length(word.text);
  if (dash == 0 || word.quoted || dash >= word.text.size()) return false;
  const char first = word.text[dash];
  return is_name_start(first) || first == '?' || static_cast<unsigned char>(first) >= 0x80;
}

bool is_property(std::string_view member) { return in_list("properties", lower(member)); }

bool calls_member(std::string_view program, const ShellWord& word) {
  return listed("foreach-object % foreach", lower(program)) && !is_block(word) && !is_parameter(word) &&
         !(word.known() && is_property(word.text));
}

}  // namespace termhost::approval
