#include "secrets/copied_names.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/word_list.hpp"

namespace termhost::secrets {
namespace {

constexpr std::string_view joints = ".-_ ";
/// Words after a joint, with or without a number.
constexpr std::string_view marks =
    "bak backup backups bkp bckp bk old older orig original save saved sav prev previous last new copy copied tmp temp "
    "swp swo swn rpmsave rpmnew rpmorig pacsave pacnew pacorig corrupt broken wal journal shm part crdownload merge "
    "gz gzip bz bz2 xz zst lz4 lzma br z zip 7z rar tar tgz txz enc b64 base64";
/// Marks before the name, with a joint.
constexpr std::string_view front_marks = "old bak backup orig copy tmp temp prev saved";
constexpr std::array<std::string_view, 5> of_packages{".dpkg-dist", ".dpkg-old", ".dpkg-new", ".ucf-dist", ".ucf-old"};
constexpr std::string_view copy_of = "copy of ";
constexpr std::size_t most_marks = 5;

enum class Numbers { Mark, MarkNothing };

std::string_view without_digits(std::string_view word) {
  while (!word.empty() && base::is_digit(word.back())) word.remove_suffix(1);
  return word;
}

/// `x (1)`
std::string_view without_count(std::string_view name) {
  const std::size_t open = name.rfind('(');
  if (!name.ends_with(')') || open == std::string_view::npos || open == 0) return name;
  const std::string_view count = name.substr(open + 1, name.size() - open - 2);
  if (count.empty() || !without_digits(count).empty()) return name;
  const std::string_view rest = name.substr(0, open);
  return rest.substr(0, rest.find_last_not_of(' ') + 1);
}

/// The name with a mark less, or as it is.
std::string_view without_mark(std::string_view name, Numbers numbers) {
  static const base::NameSet behind(marks);
  static const base::NameSet before(front_marks);
  if (name.size() > 2 && name.starts_with('#') && name.ends_with('#')) return name.substr(1, name.size() - 2);
  if (name.starts_with(".#")) return name.substr(2);
  if (name.ends_with('~')) return name.substr(0, name.size() - 1);
  if (name.ends_with(')')) return without_count(name);
  if (name.starts_with(copy_of)) return name.substr(copy_of.size());
  const std::size_t last = name.find_last_of(joints);
  if (last == std::string_view::npos) return name;
  if (last > 0) {
    for (const std::string_view end : of_packages)
      if (name.ends_with(end)) return name.substr(0, name.size() - end.size());
    std::string_view word = name.substr(last + 1);
    if (word.starts_with('~')) word.remove_prefix(1);
    const std::string_view letters = without_digits(word);
    const bool number = letters.empty() && !word.empty() && numbers == Numbers::Mark;
    if (number || behind.has(word) || (!letters.empty() && behind.has(letters))) return name.substr(0, last);
  }
  const std::size_t first = name.find_first_of(joints);
  return first > 0 && before.has(name.substr(0, first)) ? name.substr(first + 1) : name;
}

}  // namespace

std::string_view copy_marks() { return marks; }

std::vector<std::string> originals_of(std::string_view name) {
  std::vector<std::string> originals;
  std::string_view form = name;
  for (std::string_view next; originals.size() < most_marks; form = next) {
    next = without_mark(form, Numbers::Mark);
    if (next.size() == form.size() || next.empty()) break;
    originals.emplace_back(next);
  }
  const std::size_t dot = std::min(form.rfind('.'), form.size());  // `key (1).json`, `key copy.json`
  std::string_view stem = form.substr(0, dot);
  for (std::string_view next; dot < form.size() && originals.size() < 2 * most_marks; stem = next) {
    next = without_mark(stem, Numbers::MarkNothing);
    if (next.size() == stem.size() || next.empty()) break;
    originals.push_back(std::string(next) + std::string(form.substr(dot)));
  }
  return originals;
}

}  // namespace termhost::secrets
