#include "approval/pipes/find_results.hpp"

#include <algorithm>

#include "approval/text.hpp"
#include "secrets/file_kinds.hpp"

namespace termhost::approval {
namespace {

constexpr std::size_t max_patterns = 24;
constexpr int max_depth = 16;

Endings either(const Endings& a, const Endings& b) {
  if (!a || !b) return std::nullopt;
  std::vector<std::string> all = *a;
  all.insert(all.end(), b->begin(), b->end());
  return all;
}

/// Walks through find's expression as find does: what is true of a name where an action meets it.
class FindReader {
 public:
  explicit FindReader(Words words) : words_(words) {
    while (at_ < words_.size() && words_[at_].known() && listed("-H -L -P -O1 -O2 -O3", words_[at_].text)) ++at_;
    for (; at_ < words_.size() && !begins_expression(words_[at_]); ++at_)
      found_.folders.push_back(is_place(words_[at_]) ? words_[at_].text + '/' : std::string());
    if (found_.folders.empty()) found_.folders.emplace_back("./");
  }

  FindResults run() {
    found_.only_names = true;
    const Endings whole = alternatives({}, 0);
    if (at_ < words_.size() || !certain_) {
      found_.printed = {};
      found_.only_names = false;
      for (auto& [place, endings] : found_.commands) endings = {};
    } else if (!acts_) {
      found_.printed = whole;
    }
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

  Endings alternatives(const Endings& before, int depth) {
    certain_ = certain_ && depth < max_depth;
    Endings all = sequence(before, depth);
    while (certain_ && is("-o -or")) {
      ++at_;
      all = either(all, sequence(before, depth));
    }
    return all;
  }

  Endings sequence(Endings now, int depth) {
    while (certain_ && at_ < words_.size() && !is(") -o -or"))
      if (const Endings more = primary(now, depth)) now = more;
    return now;
  }

  Endings primary(const Endings& before, int depth) {
    const std::size_t place = at_++;
    const std::string& text = words_[place].text;
    if (!words_[place].known()) return uncertain();
    if (listed("-a -and", text)) return {};
    if (listed("! -not", text)) {
      if (depth >= max_depth) return uncertain();
      if (at_ < words_.size()) primary(before, depth + 1);
      return {};
    }
    if (text == "(") {
      const Endings inside = alternatives(before, depth + 1);
      if (!is(")")) return uncertain();
      ++at_;
      return inside;
    }
    if (listed("-exec -execdir", text)) return command(place, before);
    if (listed("-print -print0", text)) {
      found_.printed = prints_ ? either(found_.printed, before) : before;
      acts_ = prints_ = true;
      return {};
    }
    return test(text);
  }

  Endings uncertain() {
    certain_ = false;
    return {};
  }

  Endings command(std::size_t place, const Endings& before) {
    found_.commands[place] = before;
    found_.only_names = false;
    acts_ = true;
    while (at_ < words_.size() && !is(";") && !is("+")) ++at_;
    if (is("+") && words_[at_ - 1].text != "{}") return uncertain();
    if (at_ < words_.size()) ++at_;
    return {};
  }

  Endings test(const std::string& text) {
    const Program::Long* const option =
        text.starts_with('-') ? find_program("find")->find_long(text.substr(1), true, true) : nullptr;
    if (option == nullptr) return uncertain();
    found_.only_names = found_.only_names && !listed("-printf -ls -fprint -fls -fprintf", text);
    acts_ |= listed("-printf -ls", text);
    if (!option->takes) return {};
    if (at_ >= words_.size()) return uncertain();
    const shell::ShellWord& argument = words_[at_++];
    if (!listed("-name -iname -path -ipath -wholename -iwholename", text) || !argument.known()) return {};
    const std::optional<std::string> ending = ending_of(argument.text);
    return ending ? Endings{{*ending}} : Endings{};
  }

  Words words_;
  std::size_t at_ = 1;
  FindResults found_;
  bool acts_ = false;
  bool prints_ = false;
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
