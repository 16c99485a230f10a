#include "approval/pipes/find_results.hpp"

#include <utility>

#include "approval/text.hpp"
#include "secrets/file_kinds.hpp"

namespace termhost::approval {
namespace {

constexpr std::size_t max_patterns = 24;

Endings either(const Endings& a, const Endings& b) {
  if (!a || !b) return std::nullopt;
  std::vector<std::string> all = *a;
  all.insert(all.end(), b->begin(), b->end());
  return all;
}

/// Reads find's expression as alternatives of tests, parted by `-o`. A name that an alternative finds, or that an
/// action in it meets, ends as one of its patterns says if there is a pattern between each two `-o`, whatever the
/// brackets.
class FindReader {
 public:
  explicit FindReader(Words words) : words_(words) {
    while (at_ < words_.size() && words_[at_].known() && listed("-H -L -P -O1 -O2 -O3", words_[at_].text)) ++at_;
    for (; at_ < words_.size() && !begins_expression(words_[at_]); ++at_)
      found_.folders.push_back(is_place(words_[at_]) ? words_[at_].text + '/' : std::string());
    if (found_.folders.empty()) found_.folders.emplace_back("./");
  }

  FindResults run() {
    while (at_ < words_.size() && certain_) primary();
    end_alternative();
    certain_ = certain_ && depth_ == 0;
    found_.only_names = only_names_ && certain_;
    if (!acts_) found_.printed = whole_;
    if (certain_) return std::move(found_);
    found_.printed = {};
    for (auto& [place, endings] : found_.commands) endings = {};
    return std::move(found_);
  }

 private:
  static bool begins_expression(const shell::ShellWord& word) {
    return word.text.starts_with('-') || (word.known() && listed("( ) ! ,", word.text));
  }
  /// True also for a word that only the run knows as a whole: `src/*/`.
  static bool is_place(const shell::ShellWord& word) {
    return word.known() || (word.unknown == shell::UnknownPart::Files && !word.start().empty());
  }
  [[nodiscard]] bool is(std::string_view list) const {
    return at_ < words_.size() && words_[at_].known() && listed(list, words_[at_].text);
  }
  /// The endings of the names that come here.
  [[nodiscard]] Endings now() const { return each_named_ && named_ ? Endings{endings_} : Endings{}; }

  void end_alternative() {
    whole_ = first_ ? now() : either(whole_, now());
    endings_.clear();
    first_ = named_ = false;
    each_named_ = true;
  }

  void primary() {
    const std::size_t place = at_++;
    const std::string& text = words_[place].text;
    certain_ = words_[place].known() && text != ",";
    if (text == "(") ++depth_;
    if (text == ")") --depth_;
    if (listed("( ) -a -and", text)) return;
    if (listed("-o -or", text)) {
      if (depth_ <= 0) return end_alternative();
      each_named_ = each_named_ && std::exchange(named_, false);
    } else if (listed("! -not", text)) {
      certain_ = certain_ && at_ < words_.size() && !is("( ! -not -exec -execdir -print -print0");
      if (certain_) test(words_[at_++].text, false);
    } else if (listed("-exec -execdir", text)) {
      command(place);
    } else if (listed("-print -print0", text)) {
      found_.printed = prints_ ? either(found_.printed, now()) : now();
      acts_ = prints_ = true;
    } else {
      test(text, true);
    }
  }

  void command(std::size_t place) {
    found_.commands[place] = now();
    only_names_ = false;
    acts_ = true;
    while (at_ < words_.size() && !is(";") && !is("+")) ++at_;
    if (is("+") && words_[at_ - 1].text != "{}") certain_ = false;
    if (at_ < words_.size()) ++at_;
  }

  void test(const std::string& text, bool holds) {
    const OptionRow* const option =
        text.starts_with('-') ? find_program("find")->options.word(text.substr(1)) : nullptr;
    const bool takes = option != nullptr && option->takes == Takes::Argument;
    if (option == nullptr || (takes && at_ >= words_.size())) return void(certain_ = false);
    only_names_ = only_names_ && !listed("-printf -ls -fprint -fls -fprintf", text);
    acts_ |= listed("-printf -ls", text);
    if (!takes) return;
    const shell::ShellWord& argument = words_[at_++];
    if (!holds || !listed("-name -iname -path -ipath -wholename -iwholename", text) || !argument.known()) return;
    const std::optional<std::string> ending = ending_of(argument.text);
    if (ending) endings_.push_back(*ending);
    named_ |= ending.has_value();
  }

  Words words_;
  std::size_t at_ = 1;
  FindResults found_;
  Endings whole_;                     ///< of all alternatives so far
  std::vector<std::string> endings_;  ///< of this one
  int depth_ = 0;
  bool first_ = true;
  bool named_ = false;      ///< since the last `-o`
  bool each_named_ = true;  ///< before that
  bool acts_ = false;
  bool prints_ = false;
  bool only_names_ = true;
  bool certain_ = true;
};

}  // namespace

FindResults find_results(Words words) { return FindReader(words).run(); }

std::vector<std::string> name_patterns(const std::vector<std::string>& folders, const Endings& endings) {
  const std::vector<std::string> any{{}};
  const std::vector<std::string>& ends = endings ? *endings : any;
  if (folders.size() * ends.size() > max_patterns) return {std::string(2, shell::unknown_part)};
  std::vector<std::string> patterns;
  for (const std::string& folder : folders)
    for (const std::string& ending : ends) patterns.push_back(folder + std::string(2, shell::unknown_part) + ending);
  return patterns;
}

std::optional<std::string> ending_of(std::string_view pattern) {
  if (pattern.empty() || pattern.find('\\') != std::string_view::npos) return std::nullopt;
  if (pattern.find("/.", 1) != std::string_view::npos) return std::nullopt;  // a folder that is not seen
  const std::size_t unknown = pattern.find_last_of("*?[]");
  if (unknown == std::string_view::npos) return '/' + std::string(base_name(pattern));
  const std::string_view ending = pattern.substr(unknown + 1);
  const std::size_t dot = ending.rfind('.');
  if (dot == std::string_view::npos || !secrets::is_kind_of_text(ending.substr(dot))) return std::nullopt;
  return std::string(ending);
}

}  // namespace termhost::approval
