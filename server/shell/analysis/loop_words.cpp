#include "shell/analysis/loop_words.hpp"

#include <algorithm>
#include <string>

#include "base/ascii.hpp"

namespace termhost::shell {
namespace {

/// True for a known word without a character that has a special meaning for a program that gets it as a name.
bool is_name(const ShellWord& word) {
  return word.known() && std::ranges::all_of(word.text, [](char c) {
           return base::is_name_char(c) || std::string_view("/.-+@,:%").find(c) != std::string_view::npos;
         });
}

}  // namespace

bool named_once(std::string_view source, std::string_view name) {
  int plain = 0;
  for (std::size_t at = source.find(name); at != std::string_view::npos; at = source.find(name, at + 1)) {
    const char before = at == 0 ? ' ' : source[at - 1];
    const char after = at + name.size() < source.size() ? source[at + name.size()] : ' ';
    if (base::is_name_char(before) || base::is_name_char(after)) continue;
    const bool option = before == '-' && at > 1 && source[at - 2] == ' ' && after == ' ';  // [ -f $f ]
    const bool used = option || before == '$' || (before == '{' && at > 1 && source[at - 2] == '$' && after == '}');
    plain += used ? 0 : 1;
  }
  return plain == 1;
}

ShellWord any_of_words(const std::vector<ShellWord>& words) {
  constexpr std::string_view special = " \t\n*?[]\\";
  ShellWord all = words.front();
  all.splits = false;
  all.no_option = true;
  all.unknown = UnknownPart::Digits;
  for (const ShellWord& word : words) {
    const std::string_view first = std::string_view(all.text).substr(0, all.text.find(unknown_part));
    const std::string_view start = std::string_view(word.text).substr(0, word.text.find(unknown_part));
    const std::size_t same = static_cast<std::size_t>(
        std::mismatch(first.begin(), first.end(), start.begin(), start.end()).first - first.begin());
    if (word.text != all.text) {
      const std::string& shorter = word.text.size() < all.text.size() ? word.text : all.text;
      const std::string& longer = word.text.size() < all.text.size() ? all.text : word.text;
      std::size_t ending = 0;
      while (ending < shorter.size() - std::min(same, shorter.size()) &&
             shorter[shorter.size() - 1 - ending] == longer[longer.size() - 1 - ending] &&
             shorter[shorter.size() - 1 - ending] != unknown_part)
        ++ending;
      all.text = std::string(first.substr(0, same)) + unknown_part + shorter.substr(shorter.size() - ending);
    }
    const bool digits =
        word.known() && !word.text.empty() && word.text.find_first_not_of("0123456789") == std::string::npos;
    all.unknown = std::max(all.unknown, !word.known()   ? word.unknown
                                        : digits        ? UnknownPart::Digits
                                        : is_name(word) ? UnknownPart::Files
                                                        : UnknownPart::Text);  // `.e*` to git, `$ENV` to jq
    all.splits |=
        (!word.known() && word.unknown > UnknownPart::Number) || word.text.find_first_of(special) != std::string::npos;
    all.no_option &= !word.start().empty() && word.start()[0] != '-';
  }
  const std::size_t part = all.text.find(unknown_part);
  const bool reaches_below = words.size() > 1 && all.unknown == UnknownPart::Files && part != std::string::npos;
  if (reaches_below) all.text.insert(part, 1, unknown_part);
  all.of_list = std::ranges::all_of(words, is_name);
  return all;
}

std::string_view read_variable(std::string_view condition) {
  if (condition.starts_with("IFS= ")) condition.remove_prefix(5);
  if (!condition.starts_with("read ")) return {};
  condition.remove_prefix(condition.starts_with("read -r ") ? 8 : 5);
  const std::string_view name = condition.substr(0, condition.find_first_of("; \n"));
  return condition.find_first_not_of("; \n", name.size()) == condition.npos ? name : std::string_view();
}

NodeId substituted_line(const SyntaxTree& tree, NodeId word) {
  const auto only_child = [&](NodeId node) {
    const NodeId child = node == no_node ? no_node : tree.node(node).first_child;
    return child != no_node && tree.node(child).next == no_node ? child : no_node;
  };
  const NodeId part = only_child(word);
  if (part == no_node || tree.node(part).kind != NodeKind::CommandSubstitution) return no_node;
  const NodeId line = only_child(only_child(part));
  if (line == no_node || tree.node(line).flags != 0) return no_node;
  const NodeKind kind = tree.node(line).kind;
  return kind == NodeKind::SimpleCommand || kind == NodeKind::Pipeline ? line : no_node;
}

std::vector<std::string_view> further_loop_names(std::string_view loop) {
  std::vector<std::string_view> found;
  const std::string_view names = loop.substr(0, std::min(loop.find('('), loop.find(" in ")));
  std::size_t at = std::min(names.find(' '), names.size());
  while ((at = names.find_first_not_of(" \t\n", at)) != std::string_view::npos) {
    const std::size_t end = std::min(names.find_first_of(" \t\n;", at), names.size());
    found.push_back(names.substr(at, end - at));
    at = end + 1;
    if (end >= names.size() || names[end] == ';') break;
  }
  return found;
}

}  // namespace termhost::shell
