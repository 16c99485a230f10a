#include "shell/quoting/quote.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "shell/quoting/quote_fish.hpp"
#include "shell/quoting/quote_powershell.hpp"

namespace termhost::shell {
namespace {

bool is_plain(char c) {
  return base::is_letter_or_digit(c) || std::string_view("_-./:@%+,=").find(c) != std::string_view::npos;
}

void append_octal(char c, std::string& out) {
  const auto byte = static_cast<unsigned char>(c);
  out += '\\';
  for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
}

void append_escaped(char c, std::string& out) {
  switch (c) {
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\\': out += "\\\\"; return;
    case '\'':
    case '!': append_octal(c, out); return;
    default: break;
  }
  if (is_control(c)) {
    append_octal(c, out);
  } else {
    out += c;
  }
}

std::string single_quote(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out += '\'';
}

std::string quote_posix(std::string_view text, ShellKind shell) {
  const bool plain = !text.empty() && text.front() != '=' && std::all_of(text.begin(), text.end(), is_plain);
  if (plain) return std::string(text);
  if (!has_control(text)) return single_quote(text);
  if (shell != ShellKind::Dash) return ansi_quote(text);
  return "\"$(" + printf_command(text) + ")\"";
}

}  // namespace

std::string ansi_quote(std::string_view text) {
  std::string out = "$'";
  out.reserve(text.size() + text.size() / 8 + 3);
  std::size_t run = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_control(text[i]) && text[i] != '\\' && text[i] != '\'' && text[i] != '!') continue;
    out += text.substr(run, i - run);
    append_escaped(text[i], out);
    run = i + 1;
  }
  out += text.substr(run);
  return out += '\'';
}

std::string printf_command(std::string_view text) {
  std::string out = "printf '";
  if (text.starts_with('-')) {  // not an option
    append_octal('-', out);
    text.remove_prefix(1);
  }
  for (const char c : text) {
    append_escaped(c, out);
    if (c == '%') out += '%';
  }
  return out += '\'';
}

std::string command_line_of(std::span<const std::string> words, ShellKind shell) {
  if (words.size() == 1) return words.front();
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quote(word, shell);
  return line;
}

std::string quote(std::string_view text, ShellKind shell) {
  if (shell == ShellKind::Fish) return quote_fish(text);
  if (shell == ShellKind::PowerShell) return quote_powershell(text);
  return quote_posix(text, shell);
}

std::string quote_in_script(std::string_view text, ShellKind shell) {
  if (shell != ShellKind::Fish && shell != ShellKind::PowerShell) return single_quote(text);
  std::string word = quote(text, shell);
  const bool bare = word.find_first_of("'\"") != 0 && word.front() != '\\';  // PowerShell would run a bare word
  return bare ? "'" + word + "'" : word;
}

}  // namespace termhost::shell
