#include "sandbox/git_ignore.hpp"

#include <algorithm>

namespace termhost::sandbox {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t longest_line =
    1024;  ///< bytes; git's own are shorter, and a pattern costs its length times the path's

/// The end, `]`, of the bracket that begins at `at`; npos: the `[` is a plain letter.
std::size_t bracket_end(std::string_view glob, std::size_t at) {
  std::size_t end = at + 1;
  if (end < glob.size() && (glob[end] == '!' || glob[end] == '^')) ++end;
  if (end < glob.size() && glob[end] == ']') ++end;
  return glob.find(']', end);
}

/// `inside`: the text between the brackets.
bool in_bracket(std::string_view inside, char c) {
  const bool negated = inside.starts_with('!') || inside.starts_with('^');
  if (negated) inside.remove_prefix(1);
  bool found = false;
  for (std::size_t at = 0; at < inside.size(); ++at) {
    if (inside[at] == '\\' && at + 1 < inside.size()) ++at;
    const bool range = at + 2 < inside.size() && inside[at + 1] == '-';
    found = found || (range ? c >= inside[at] && c <= inside[at + 2] : c == inside[at]);
    if (range) at += 2;
  }
  return found != negated && c != '/';
}

/// Matches one letter of a text with the element of a glob at `at`. Returns the place after the element; npos: no
/// match.
std::size_t past_element(std::string_view glob, std::size_t at, char c) {
  if (glob[at] == '?') return c != '/' ? at + 1 : npos;
  if (glob[at] == '[')
    if (const std::size_t end = bracket_end(glob, at); end != npos)
      return in_bracket(glob.substr(at + 1, end - at - 1), c) ? end + 1 : npos;
  if (glob[at] == '\\' && at + 1 < glob.size()) ++at;
  return glob[at] == c ? at + 1 : npos;
}

}  // namespace

bool fits_git_glob(std::string_view glob, std::string_view text) {
  // Restart points: after the last `*`, and after the last `**`. Only `**` matches slashes.
  std::size_t star = npos, star_text = 0, folders = npos, folders_text = 0;
  std::size_t at = 0, read = 0;
  while (read < text.size() || at < glob.size()) {
    const std::string_view rest = glob.substr(at);
    const bool begins_name = at == 0 || glob[at - 1] == '/';
    if (begins_name && rest.starts_with("**/")) {
      folders = at += 3, folders_text = read, star = npos;
      continue;
    }
    if (begins_name && rest == "**") return read < text.size();
    if (rest.starts_with('*')) {
      star = ++at, star_text = read;
      continue;
    }
    if (at < glob.size() && read < text.size())
      if (const std::size_t next = past_element(glob, at, text[read]); next != npos) {
        at = next, ++read;
        continue;
      }
    if (star != npos && star_text < text.size() && text[star_text] != '/') {
      at = star, read = ++star_text;
      continue;
    }
    const std::size_t slash = folders == npos ? npos : text.find('/', folders_text);
    if (slash == npos) return false;
    at = folders, read = folders_text = slash + 1, star = npos;
  }
  return true;
}

IgnorePatterns::IgnorePatterns(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    add(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void IgnorePatterns::add(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  if (line.empty() || line.starts_with('#') || line.size() > longest_line) return;
  Pattern pattern;
  pattern.negated = line.starts_with('!');
  if (pattern.negated) line.remove_prefix(1);
  pattern.of_folders = line.ends_with('/');
  if (pattern.of_folders) line.remove_suffix(1);
  pattern.anchored = line.find('/') != npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  if (line.empty()) return;
  pattern.glob = line;
  patterns_.push_back(std::move(pattern));
}

std::optional<bool> IgnorePatterns::ignores(std::string_view path, bool is_folder) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
    if (pattern->of_folders && !is_folder) continue;
    if (fits_git_glob(pattern->glob, pattern->anchored ? path : name)) return !pattern->negated;
  }
  return std::nullopt;
}

}  // namespace termhost::sandbox
