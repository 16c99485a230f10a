#include "tool/results/awaited_input.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace termhost::tool {
namespace {

constexpr std::size_t longest_prompt = 200;

constexpr std::array<std::string_view, 5> pagers{"less", "more", "most", "pager", "bat"};
constexpr std::array<std::string_view, 14> editors{"vi",    "vim",   "nvim", "view", "nano",   "pico", "emacs",
                                                   "micro", "helix", "hx",   "joe",  "mcedit", "jed",  "kak"};
constexpr std::array<std::string_view, 6> shells{"bash", "zsh", "fish", "ksh", "dash", "pwsh"};
constexpr std::array<std::string_view, 27> repls{
    "python", "node", "psql",  "sqlite",  "gdb",     "ftp",       "lftp",    "sftp", "irb",
    "ruby",   "php",  "mysql", "mariadb", "mongosh", "redis-cli", "ghci",    "lua",  "R",
    "julia",  "bc",   "dc",    "perl",    "lldb",    "jshell",    "ipython", "gp",   "octave"};
constexpr std::array<std::string_view, 6> words_of_secrets{"password", "passphrase", "passcode",
                                                           "secret",   "token",      "verification code"};

/// "vim.basic" is vim, "python3.11" is python.
bool is_named(std::string_view process, std::string_view name) {
  if (!process.starts_with(name)) return false;
  const std::string_view rest = process.substr(name.size());
  return std::all_of(rest.begin(), rest.end(), [](char c) { return base::is_digit(c) || c == '.'; }) ||
         rest.starts_with('.') || rest.starts_with('-');
}

template <std::size_t N>
bool is_any(std::string_view process, const std::array<std::string_view, N>& names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return is_named(process, name); });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

std::string_view last_line(std::string_view shown) {
  const std::string_view text = trimmed(shown);
  const std::string_view line = text.substr(text.rfind('\n') + 1);
  return line.size() <= longest_prompt ? line : line.substr(line.size() - longest_prompt);
}

bool ends_with_any(std::string_view text, std::string_view ends) {
  return !text.empty() && ends.find(text.back()) != std::string_view::npos;
}

bool asks_for_secret(std::string_view prompt) {
  const std::string lower = base::lowered(prompt);
  return std::any_of(words_of_secrets.begin(), words_of_secrets.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

bool is_repl(const terminal::InputReader& r, std::string_view prompt) {
  if (r.is_shell || prompt.empty()) return false;
  if (ends_with_any(prompt, ">#$%")) return is_any(r.process, repls) || is_any(r.process, shells);
  return !r.whole_lines && !ends_with_any(prompt, ":?]") && is_any(r.process, repls);
}

/// PowerShell decides by itself whether it echoes keys, so only the command shows that. Its parameters may be
/// abbreviated.
bool hides_by_itself(const terminal::InputReader& r, std::string_view command) {
  if (!r.is_shell || r.whole_lines || !is_named(r.process, "pwsh")) return false;
  const std::string lower = base::lowered(command);
  const auto has = [&](std::string_view text) { return lower.find(text) != std::string::npos; };
  return has("credential") || has("securestring") || (has("read-host") && (has(" -a") || has(" -m")));
}

InputKind kind_of(const terminal::InputReader& r, bool full_screen, std::string_view prompt, std::string_view command) {
  if ((r.whole_lines && !r.echoes) || hides_by_itself(r, command)) return InputKind::Secret;
  if (!r.whole_lines && is_any(r.process, pagers)) return InputKind::Pager;
  if (!r.whole_lines && is_any(r.process, editors)) return InputKind::Editor;
  if (!r.whole_lines && !full_screen && asks_for_secret(prompt)) return InputKind::Secret;
  if (is_repl(r, prompt)) return InputKind::Repl;
  if (r.whole_lines) return InputKind::Line;
  const bool asks = is_any(r.process, shells) || ends_with_any(prompt, ">:?)]");
  return r.keeps_return && !full_screen && asks ? InputKind::Line : InputKind::Key;
}

std::string_view what_for(InputKind kind) {
  switch (kind) {
    case InputKind::Line: return "a line of input";
    case InputKind::Secret: return "a password";
    case InputKind::Key: return "a key";
    case InputKind::Repl: return "its next command";
    case InputKind::Pager: return "a key (pager; q quits)";
    case InputKind::Editor: return "keys (editor)";
  }
  return "input";
}

}  // namespace

AwaitedInput awaited_input(const terminal::InputReader& reader, bool full_screen, std::string_view shown,
                           std::string_view command) {
  const std::string_view prompt = last_line(shown);
  return {.process = reader.process,
          .kind = kind_of(reader, full_screen, prompt, command),
          .prompt = base::well_formed(prompt),
          .certain = reader.certain};
}

std::string as_clause(const AwaitedInput& input) {
  const std::string_view likely = input.certain ? "" : "probably ";
  return fmt::format("`{}` is {}waiting for {}", input.process, likely, what_for(input.kind));
}

std::string in_words(const AwaitedInput& input) {
  const bool secret = input.kind == InputKind::Secret;
  return as_clause(input) + (secret ? ". Ask the user to type it in the terminal; send_input is refused." : ".");
}

}  // namespace termhost::tool
