#include "approval/proof/machine_programs.hpp"

#include <algorithm>

#include "approval/text.hpp"
#include "secrets/variables.hpp"

namespace termhost::approval {

using shell::ShellWord;

Objection printenv_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  for (const ShellWord& word : words.subspan(1))
    if (!word.known() || secrets::may_hold_secret(word.text)) return "it may show a secret that the environment holds";
  if (words.size() < 2) return "it shows all variables";
  return std::nullopt;
}

/// BSD's letters without a dash: `e` shows the environment, where secrets are.
Objection ps_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    const bool letters = text.find_first_not_of("auxwflj0123456789,rsmtTh") == std::string::npos;
    if (!words[at].known() || (text[0] != '-' && !letters) || lower(text).find("env") != std::string::npos)
      return "`ps` may show the environment of processes";
    const bool format = text[0] == '-' && text.ends_with('o') && !text.starts_with("--");
    const bool named = format && at + 1 < words.size() && words[at + 1].known();
    at += named && lower(words[at + 1].text).find("env") == std::string::npos ? 1 : 0;
  }
  return std::nullopt;
}

/// lsof would look up a host's name in the network, and without `-n` the address of each connection.
Objection lsof_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  bool numbers = false;
  for (const ShellWord& word : words.subspan(1)) {
    if (!word.known() || word.text.find('@') != std::string::npos) return "it may look up a host on the network";
    const std::string_view letters = std::string_view(word.text).substr(0, word.text.find_first_of("ipcusd"));
    numbers |= letters.starts_with('-') && letters.find_first_of("nt") != std::string_view::npos;
  }
  return numbers ? std::nullopt : Objection("without `-n` it looks up the names of hosts on the network");
}

/// A word with a slash is a file, which may include others.
Objection man_words(Words words, const ProofContext& /*context*/, std::size_t /*offset*/) {
  const bool page = std::ranges::all_of(
      words.subspan(1), [](const ShellWord& word) { return word.known() && word.text.find('/') == std::string::npos; });
  return page ? std::nullopt : Objection("it may read any file as a page of the manual");
}

}  // namespace termhost::approval
