#include "tool/results/named_paths.hpp"

#include <algorithm>

#include "approval/places/paths.hpp"
#include "sandbox/reach.hpp"

namespace termhost::tool {
namespace {

constexpr std::string_view between_words = " \t\r\n'\"`;|&<>(){}[],:=@";

/// The path below the unknown beginning of a word: `$X/a/b` → `a/b`.
std::string_view below_unknown(std::string_view word) {
  const std::size_t slash = word.find('/');
  return slash == word.npos ? std::string_view() : word.substr(slash + 1);
}

}  // namespace

NamedPaths paths_named_in(std::string_view line, std::string folder) {
  NamedPaths named{{}, std::move(folder)};
  bool goes = false;
  for (std::size_t at = line.find_first_not_of(between_words); at != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(between_words, at), line.size());
    const std::string_view word = line.substr(at, end - at);
    const bool unknown = word[0] == '~' || word.find('$') != word.npos;
    const bool relative = !unknown && word[0] != '/';
    if (unknown)
      named.paths.emplace_back(below_unknown(word));
    else if (!relative || !named.folder.empty())
      named.paths.push_back(approval::normal_path(word, named.folder));
    if (goes && word[0] != '-')
      named.folder = unknown || (relative && named.folder.empty()) ? std::string() : named.paths.back();
    goes = word == "cd" || word == "pushd" || (goes && word[0] == '-');
    at = line.find_first_not_of(between_words, end);
  }
  return named;
}

bool leads_into(std::string_view named, std::string_view place) {
  if (named.starts_with('/')) return sandbox::lies_in(named, place);
  for (std::size_t end = 0; end < named.size(); ++end) {
    end = std::min(named.find('/', end), named.size());
    const std::string_view first = named.substr(0, end);
    if (place.size() > first.size() && place.ends_with(first) && place[place.size() - first.size() - 1] == '/')
      return true;
  }
  return false;
}

}  // namespace termhost::tool
