#include "oracle/approval/generator.hpp"

#include <fmt/format.h>

namespace termhost::oracle {
namespace {

constexpr int deepest = 3;

std::string single_quoted(std::string_view text, bool fish) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += fish ? "\\'" : "'\\''";
    else if (c == '\\' && fish)
      result += "\\\\";
    else
      result += c;
  }
  return result + "'";
}

}  // namespace

const std::vector<std::string>& stand_ins() {
  static const std::vector<std::string> names{"rm",  "mv",   "cp",   "git", "npm",  "ls",   "cat",  "grep",
                                              "sed", "find", "make", "tar", "node", "curl", "sudo", "more",
                                              "env", "less", "dd",   "awk", "tee",  "sort"};
  return names;
}

std::string Generator::one_of(std::initializer_list<std::string_view> texts) {
  return std::string(*(texts.begin() + static_cast<std::ptrdiff_t>(below(texts.size()))));
}

std::string Generator::program() { return stand_ins()[below(stand_ins().size())]; }

/// The same word as the shell sees it, spelled another way.
std::string Generator::disguised(const std::string& word) {
  const std::size_t cut = below(word.size());
  const std::string head = word.substr(0, cut);
  const std::string tail = word.substr(cut);
  switch (below(fish() ? 6 : 10)) {
    case 0: return '\'' + word + '\'';
    case 1: return '"' + word + '"';
    case 2: return head + "''" + tail;
    case 3: return head + "\"\"" + tail;
    case 4: return head + '\'' + tail + '\'';
    case 5: return head + "\\\n" + tail;
    case 6: return head + '\\' + tail;
    case 7: return "$'" + word + '\'';
    case 8: return fmt::format("$'\\x{:02x}{}'", static_cast<unsigned char>(word[0]), word.substr(1));
    default: return head + "{" + tail + ",}";
  }
}

std::string Generator::substitution(int depth) {
  const std::string inside = list(depth + 1);
  if (fish()) return one_of({"(", "$("}) + inside + ")";
  switch (below(6)) {
    case 0: return "$( " + inside + " )";
    case 1: return "$(" + inside + "\n)";
    case 2: return "${x:-$( " + inside + ")}";
    case 3: return "<( " + inside + ")";
    case 4: return chance(50) ? "$((1 + $(" + inside + "\n) 0))" : "${x:=$( " + inside + "\n)}";
    default: return inside.find_first_of("`\\$\"") == std::string::npos ? '`' + inside + '`' : "$( " + inside + "\n)";
  }
}

std::string Generator::word(int depth) {
  if (depth < deepest && chance(18)) return substitution(depth);
  if (depth < deepest && chance(10))
    return '"' + one_of({"a ", "", "x;"}) + (fish() ? "$(" : "$( ") + list(depth + 1) + (fish() ? ")" : "\n)") +
           one_of({" b", "", "'"}) + '"';
  if (fish())
    return one_of({"a", "-rf", "'a b'", "\"x y\"", "a'b'c", "$HOME", "\"$HOME\"", "{a,b}", "a\\ b", "*.none*", "x=1",
                   "--flag=v", "'a\\'b'", "a#b", "\\x41", "'#'", "then", "\"a;b\"", "~"});
  return one_of({"a",       "-rf",           "'a b'",      "\"x y\"", "a'b'c",    "$HOME",    "\"$x\"", "{a,b}",
                 "{1..3}",  "a\\ b",         "\"a\\\"b\"", "x=1",     "--flag=v", "$'a\\'b'", "a#b",    "$((1+2))",
                 "${x:-y}", "\"${x:-a b}\"", "'#'",        "then",    "done",     "\"a;b\"",  "~",      "\"`echo`\"",
                 "'a\nb'",  "\"$(echo a)\"", "[a]",        "a*",      "!",        "{}",       "${#x}",  "$?"});
}

std::string Generator::redirection(int depth) {
  if (fish()) return one_of({" >out", " >>out", " 2>&1", " 2>/dev/null", " </dev/null", " &>out", " 2>out"});
  switch (below(9)) {
    case 0: return " <<<" + word(depth);
    case 1: return " >out";
    case 2: return " 2>&1";
    case 3: return " >/dev/null";
    case 4: return " </dev/null";
    case 5: return " >>out";
    case 6: return depth < deepest ? " < <(" + list(depth + 1) + ")" : " <&0";
    case 7: return depth < deepest ? " > >(" + list(depth + 1) + ")" : " >|out";
    default: return " 2>out";
  }
}

std::string Generator::here_document(int depth) {
  const bool quoted = chance(40);
  const std::string body = chance(50) && depth < deepest
                               ? "$( " + list(depth + 1) + "\n)"
                               : one_of({"rm -rf /", "text 'and \" quotes", "EOF x", "$x `echo`"});
  return program() + (quoted ? " <<'EOF'" : " <<EOF") + one_of({"", " | cat", "; ls", " && git"}) + "\n" + body +
         "\nEOF\n";
}

std::string Generator::simple(int depth) {
  if (!fish() && depth == 0 && chance(6)) return here_document(depth);
  std::string text;
  if (chance(12)) text += "y=" + word(depth) + ' ';
  if (!fish() && chance(4)) text += redirection(depth).substr(1) + ' ';
  const std::string name = program();
  text += chance(30) ? disguised(name) : chance(8) ? "x" + name : name;
  for (std::size_t i = below(4); i > 0; --i) text += ' ' + word(depth);
  if (chance(15)) text += redirection(depth);
  return text;
}

std::string Generator::wrapped(int depth) {
  const std::string inner = list(depth + 1);
  if (fish()) {
    switch (below(5)) {
      case 0: return "eval " + single_quoted(inner, true);
      case 1: return "command " + simple(deepest);
      case 2: return "not " + simple(depth + 1);
      case 3: return "eval eval " + single_quoted(single_quoted(inner, true), true);
      default: return "true; and " + simple(depth + 1);
    }
  }
  switch (below(9)) {
    case 0: return "eval " + single_quoted(inner, false);
    case 1: return "command " + program() + " a";
    case 2: return "(exec " + program() + " b)";
    case 3: return "! " + simple(depth + 1);
    case 4: return "(trap " + single_quoted(inner, false) + " EXIT)";
    case 5: return "builtin eval " + single_quoted(inner, false);
    case 6: return "eval eval " + single_quoted(single_quoted(inner, false), false);
    case 7: return "set -- " + program() + " c; \"$@\"";
    default: return "x=" + program() + "; $x d";
  }
}

std::string Generator::posix_compound(int depth) {
  const std::string a = list(depth + 1);
  const std::string b = list(depth + 1);
  switch (below(15)) {
    case 0: return "{ " + a + "\n}";
    case 1: return "(" + a + "\n)";
    case 2: return "if " + a + "\nthen " + b + "\nfi";
    case 3: return "if false; then :; elif " + a + "\nthen " + b + "\nelse " + simple(depth + 1) + "\nfi";
    case 4: return "for i in p " + word(depth) + "\ndo " + a + "\ndone";
    case 5: return "while " + a + "\ndo " + b + "\nbreak\ndone";
    case 6: return "case " + one_of({"a", "\"b\"", "$x"}) + " in a) " + a + "\n;; b|c) " + b + "\n;; *) ls;; esac";
    case 7: return "f() { " + a + "\n}; f";
    case 8: return "[[ -n " + word(depth) + " ]] && " + simple(depth + 1);
    case 9: return "for ((i=0; i<1; i++)); do " + a + "\ndone";
    case 10: return "until false || " + simple(depth + 1) + "; do break; done";
    case 11: return "x=( " + word(depth) + " b )";
    case 12: return "time " + simple(depth + 1);
    case 13: return "{ " + a + "\n} " + one_of({">out", "2>&1", "| cat", "</dev/null"});
    default: return "function g { " + a + "\n}; g x";
  }
}

std::string Generator::zsh_compound(int depth) {
  const std::string a = list(depth + 1);
  switch (below(10)) {
    case 0: return "for i (p q) { " + a + "\n}";
    case 1: return "if [[ -n a ]] { " + a + "\n}";
    case 2: return "repeat 2 { " + a + "\n}";
    case 3: return "{ " + a + "\n} always { ls }";
    case 4: return "() { " + a + "\n} x";
    case 5: return "cat =( " + a + "\n)";
    case 6: return "foreach i (p); " + a + "\nend";
    case 7: return "noglob " + program() + " *";
    case 8: return '=' + program() + " x";
    default: return "case a { a) " + a + "\n;; }";
  }
}

std::string Generator::fish_compound(int depth) {
  const std::string a = list(depth + 1);
  const std::string b = list(depth + 1);
  switch (below(9)) {
    case 0: return "begin; " + a + "\nend";
    case 1: return "if " + simple(depth + 1) + "\n" + a + "\nelse\n" + b + "\nend";
    case 2: return "for i in p q\n" + a + "\nend";
    case 3: return "while " + simple(depth + 1) + "\n" + b + "\nbreak\nend";
    case 4: return "switch a\ncase a\n" + a + "\ncase '*'\n" + b + "\nend";
    case 5: return "function f\n" + a + "\nend; f";
    case 6: return "begin\n" + a + "\nend " + one_of({">out", "| cat", "2>/dev/null"});
    case 7: return "set x " + word(depth);
    default: return "begin; " + a + "\nend; and " + simple(depth + 1);
  }
}

std::string Generator::compound(int depth) {
  if (fish()) return fish_compound(depth);
  return zsh() && chance(35) ? zsh_compound(depth) : posix_compound(depth);
}

std::string Generator::command(int depth) {
  if (depth < deepest && chance(28)) return compound(depth);
  if (depth < deepest && chance(12)) return wrapped(depth);
  return simple(depth);
}

std::string Generator::list(int depth) {
  std::string text = command(depth);
  while (chance(depth == 0 ? 45 : 20)) {
    if (text.ends_with("EOF\n")) {
      text += command(depth);
      continue;
    }
    const bool alone = fish() && chance(30);
    text += alone ? std::string("\n")
            : fish()
                ? one_of({"; ", "\n", " | ", " && ", " || ", " &\n", "; and ", " # a comment\n"})
                : one_of({"; ", "\n", " | ", " && ", " || ", " & ", " |& ", " # it's a comment (\n", " &&\n", "\n\n"});
    text += command(depth);
  }
  return text;
}

std::string Generator::line() { return list(0); }

}  // namespace termhost::oracle
