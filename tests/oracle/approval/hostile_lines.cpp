#include "oracle/approval/hostile_lines.hpp"

#include "oracle/approval/hostile_fragments.hpp"

namespace termhost::oracle {

std::string HostileLines::name() { return one_of(fragments::names); }
std::string HostileLines::subscript() { return one_of(fragments::subscripts); }
std::string HostileLines::option() { return one_of(fragments::options); }
std::string HostileLines::script() { return one_of(fragments::scripts); }

std::string HostileLines::word(int depth) {
  if (depth < 2 && chance(10)) return (fish() ? "(" : "$(") + command(depth + 1) + ")";
  if (chance(12)) return option();
  if (fish())
    return one_of({"a",
                   "f",
                   "'a b'",
                   "$x",
                   "\"$x\"",
                   "(touch hit)",
                   "'(touch hit)'",
                   "\"(touch hit)\"",
                   "\"$(touch hit)\"",
                   "{a,b}",
                   "src/*.txt",
                   "*.txt",
                   "~",
                   "$x[1]",
                   "$x[(touch hit)]",
                   "-dele{te}",
                   "'(?<PATH>0)'",
                   "x=1",
                   "\\(touch hit\\)",
                   "%self",
                   "a#b",
                   "$$x"});
  switch (below(8)) {
    case 0:
      return "\"${" + name() +
             one_of({"}", ":-a}", ":=a}", "[" + subscript() + "]}", ":1}", ":$x}", "/a/$(touch hit)}", "@P}", "@Q}",
                     "#a}", "%$(touch hit)}"}) +
             '"';
    case 1:
      if (chance(40)) return one_of(fragments::expansions);
      return "${" +
             one_of({"x", "#x", "!x", "(e)x", "(P)x", "(#)x", "(l:y:)x", "x::=a", "x:=a", "PATH:=a", "PATH::=a", "x:t",
                     "x:y", "(s:,:)x", " touch hit; ", "| touch hit; ", "x[" + subscript() + "]"}) +
             "}";
    case 2: return "$((" + one_of({"1", "x", "a[$(touch hit)]", "x=1", "RANDOM=1", "x+1", "a[x]", "$x", "x++"}) + "))";
    case 3:
      return one_of({"*.txt", "src/*.txt", "f(e1'touch hit'1)", "*(e:'touch hit':)", "*(N)", "*(.)", "*(+ev)", "f?(N)",
                     "[a-z]*", "=ls", "=(touch hit)", "<(touch hit)", "*(#qe:'touch hit':)", "~x", "{a,b}", "{1..3}",
                     "-{o,n}hit"});
    case 4:
      return one_of({"`touch hit`", "$(touch hit)", "\"$(touch hit)\"", "'$(touch hit)'", "\"`touch hit`\"",
                     "\\$(touch\\ hit)", "$'$(touch hit)'", "$\"$(touch hit)\""});
    case 5: return "'a[$(touch hit)]'";
    case 6:
      return "$" + one_of({"x", "path[i]", "x[" + subscript() + "]", "x:t", "?", "#", "@", "*", "1", "RANDOM", "=x",
                           "~x", "^x"});
    default:
      return one_of({"a",      "f",          "src/a.txt", "'a b'", "\"x y\"",   ".",   "src",
                     "x=1",    "SHELL=./ev", "1",         "2>hit", "/dev/null", "./f", "-",
                     "\"$x\"", "a\\ b",      "''",        "f.txt", "b.txt",     "evil"});
  }
}

std::string HostileLines::builtin(int depth) {
  if (fish())
    return one_of({"set " + name() + ' ' + word(depth), "read " + name() + " <f",
                   "string match -r " + word(depth) + " 0", "string match -q " + word(depth) + " a",
                   "string replace " + word(depth) + " b c", "test " + word(depth) + " = " + word(depth),
                   "math " + word(depth), "printf " + word(depth) + ' ' + word(depth), "count " + word(depth),
                   "contains " + word(depth) + " a", "set -q " + name(), "eval " + word(depth), "status is-login",
                   "set -l " + name() + ' ' + word(depth), "echo " + word(depth), "argparse " + word(depth) + " -- a"});
  switch (below(14)) {
    case 0:
      return one_of({"test ", "[ "}) + one_of({"-v ", "-n ", "-t ", "-o ", "-f ", "$x ", "\"$x\" "}) + word(depth) +
             (chance(40) ? one_of({" -a ", " = ", " -eq ", " "}) + word(depth) : std::string()) +
             (chance(50) ? " ]" : "");
    case 1:
      return "[[ " + one_of({"-v ", "-t ", "-n ", "-o ", "-R ", "x -eq ", "$x = ", "1 -lt ", "$x =~ "}) + word(depth) +
             " ]]";
    case 2:
      return "printf " +
             one_of({"%d ", "%s ", "%n ", "-v ", "'%s\\n' ", "\"$x\" ", "%*d ", "%b ", "%q ", "-vPATH ", "'%5.2f' "}) +
             word(depth);
    case 3: return "read " + one_of({"", "-r ", "-a ", "-p a ", "-t ", "-n 1 ", "-u 0 ", "-A "}) + name() + " <f";
    case 4:
      return one_of({"local ", "declare ", "typeset ", "export ", "readonly ", "integer ", "declare -i ", "typeset -A ",
                     "float "}) +
             name() + '=' + word(depth);
    case 5: return name() + one_of({"=", "+=", "[" + subscript() + "]="}) + word(depth);
    case 6:
      return one_of({"let ",          "shift ",    "return ",       "break ",     "unset ",  "getopts a ",
                     "wait -p ",      "mapfile ",  "hash ls=",      "set -",      "setopt ", "shopt -s ",
                     "trap ",         "alias ls=", "eval ",         "repeat ",    "print ",  "print -- ",
                     "print -rl -- ", "vared ",    "zparseopts a=", "ulimit -f ", "umask "}) +
             word(depth);
    case 7: return ": " + word(depth);
    case 8: return "((" + one_of({"x", "x=1", "a[$(touch hit)]", "RANDOM=2", "x++", "$x", "1<2"}) + "))";
    case 9: return "set " + one_of({"-e", "-u", "-o pipefail", "-a", "-k", "-x", "-- a", "$x", "+e"});
    case 10: return "cd " + word(depth);
    case 11: return "unset " + name();
    case 12: return "export " + name();
    default: return "print " + one_of({"-v x ", "-P ", "-l ", "-f %d ", "-r -- ", ""}) + word(depth);
  }
}

std::string HostileLines::command(int depth) {
  if (chance(22)) return builtin(depth);
  std::string text;
  if (chance(8))
    text += one_of(
        {"CI=1 ", "PATH=. ", "LC_ALL=C ", "x=1 ", "BASH_ENV=evil ", "IFS=, ", "GIT_PAGER=./ev ", "LD_PRELOAD=x "});
  if (chance(12))
    text += one_of({"timeout 5 ", "nice ", "nice -n 5 ", "env ", "env CI=1 ", "env PATH=. ", "xargs ", "xargs -n1 ",
                    "xargs -I{} ", "stdbuf -oL ", "command ", "nohup ", "time ", "builtin ", "exec ", "env -S "});
  const std::string program = one_of({"ls",
                                      "cat",
                                      "echo",
                                      "grep a",
                                      "find",
                                      "find . -name a",
                                      "find src",
                                      "sed",
                                      "sed -n",
                                      "awk",
                                      "sort",
                                      "uniq",
                                      "head",
                                      "tail -n 1",
                                      "wc",
                                      "cut -c1",
                                      "git log",
                                      "git diff",
                                      "git status",
                                      "git",
                                      "git -C .",
                                      "make",
                                      "make -n",
                                      "tar tf a.tar",
                                      "tar",
                                      "diff",
                                      "xargs",
                                      "tr a b",
                                      "tree",
                                      "stat",
                                      "du",
                                      "basename",
                                      "seq 3",
                                      "od",
                                      "base64",
                                      "jq .",
                                      "printf",
                                      "comm",
                                      "nl",
                                      "test",
                                      "which",
                                      "nm f",
                                      "strings",
                                      "pushd",
                                      "git show",
                                      "git grep a",
                                      "git rebase",
                                      "git merge f",
                                      "git config",
                                      "git branch",
                                      "git commit -am x",
                                      "git clone -q . c",
                                      "git fetch .",
                                      "git stash",
                                      "make -j2"});
  text += program;
  if (program.starts_with("sed") || program == "awk") text += ' ' + (chance(80) ? script() : word(depth));
  for (std::size_t i = below(4); i > 0; --i) text += ' ' + word(depth);
  if (chance(6))
    text += one_of({" >hit", " 2>&1", " >/dev/null", " <f", " {x}>/dev/null", " {a[$(touch hit)]}>/dev/null", " >$x",
                    " <<<a", " &>hit", " >|hit", " 2>hit"});
  return text;
}

std::string HostileLines::fish_compound(int depth) {
  const std::string a = command(depth + 1);
  switch (below(7)) {
    case 0: return "for " + name() + " in " + word(depth) + "; " + a + "; end";
    case 1: return "if " + a + "; " + command(depth + 1) + "; end";
    case 2: return "begin; " + a + "; end";
    case 3: return "switch " + word(depth) + "; case a; " + a + "; end";
    case 4: return "function " + one_of({"g", "ls", "cat"}) + "; " + a + "; end";
    case 5: return "{ " + a + "; }";
    default: return a + "; and " + command(depth + 1);
  }
}

std::string HostileLines::compound(int depth) {
  if (fish()) return fish_compound(depth);
  const std::string a = command(depth + 1);
  switch (below(15)) {
    case 0: return "for " + name() + " in " + word(depth) + ' ' + word(depth) + "; do " + a + "; done";
    case 1: return "if " + a + "; then " + command(depth + 1) + "; fi";
    case 2: return "{ " + a + "; }";
    case 3: return "(" + a + ")";
    case 4: return "case " + word(depth) + " in a) " + a + ";; *) echo;; esac";
    case 5: return one_of({"g", "ls", "cat", "f"}) + "() { " + a + "; }; " + one_of({"g", "ls", "cat f"});
    case 6: return "for ((" + one_of({"i=0", "RANDOM=1", "x=a[$(touch hit)]", "i"}) + ";i<1;i++)); do " + a + "; done";
    case 7:
      return "for x in " + one_of({"--output=hit", "-delete", "'a[$(touch hit)]'", "f", "src/*.txt", "*"}) + "; do " +
             command(depth + 1) + one_of({" $x", " \"$x\"", ""}) + "; done";
    case 8:
      return one_of({"", "", "", "false && ", "x() { ls; }; ", "if false; then "}) + "x=" +
             one_of({"'a[$(touch hit)]'", "--output=hit", "'-o hit'", "$(touch hit)", "1", "'e touch hit'", ".", "src",
                     "'. -delete'", "$PWD", "$(git rev-parse --show-toplevel)", "$(ls | wc -l)",
                     "$(echo 'a[$(touch hit)]'; ls | wc -l)", "$(date +%s)", "-delete", "*.txt"}) +
             one_of({"; ", "; ", "; ", " && ", " & ", " | ", "; fi; ", " x="}) + command(depth + 1) +
             one_of({" $x", " \"$x\"", "", " \"$x/f\"", " $((x))", " ${x}-delete", " \"$x/.env\"", " $x/../f",
                     "; x+=' -delete'; find $x", "; [ $x -eq 1 ]"});
    case 9: return "while " + builtin(depth + 1) + "; do " + a + "; break; done";
    case 10: return "bash -c '" + one_of({"ls", "touch hit", "ls; cat f", "echo $x", "x=a[\\$(touch hit)]"}) + "'";
    case 11: return "repeat " + word(depth) + ' ' + a;
    case 12:
      return one_of({"find . -name '*.txt'", "git ls-files", "find src -type f", "find . -printf '--output=hit\\n'",
                     "printf '%s\\n' .env", "git ls-files --format=--output=hit", "ls -a", "find */ -name '*.txt'",
                     "find s*/ -type f", "find -dele* -name a.txt", "grep -rl a src --include=*.txt",
                     "grep -rl a . --include=*"}) +
             (chance(40) ? one_of({" | xargs ", " | head -2 | xargs ", " | xargs -d/ ", " | sort <f | xargs "}) +
                               command(depth + 1) + one_of({"", "", " <f", " <<< '--output=hit'", " <<< .env"})
                         : " | while read -r x; do " + command(depth + 1) +
                               one_of({" \"$x\"", " $x", "", " \"$x/../.env\""}) + "; done");
    case 13:
      return "n=" + one_of({"0", "1", "a", "-1"}) +
             "; while [ $n -lt 3 ]; do n=" + one_of({"$((n+1))", "$((n+1))", "9", "'a[$(touch hit)]'"}) + "; " +
             command(depth + 1) + one_of({" $n", " -$n", " -n \"${n}p\" f", ""}) + "; done";
    default: return a + one_of({" | ", " && ", "; ", " || ", " |& "}) + command(depth + 1);
  }
}

/// A line of the fixtures with one word put in or exchanged.
std::string HostileLines::changed_seed() {
  std::string text = seeds_[below(seeds_.size())];
  for (std::size_t times = 1 + below(2); times > 0; --times) {
    std::vector<std::size_t> blanks;
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) blanks.push_back(at);
    if (blanks.empty()) return text + ' ' + word(1);
    const std::size_t from = blanks[below(blanks.size())];
    const std::size_t to = chance(50) ? from : std::min(text.find(' ', from + 1), text.size());
    text = text.substr(0, from) + ' ' + word(1) + text.substr(to);
  }
  return text;
}

std::string HostileLines::line() {
  if (!seeds_.empty() && chance(35)) return changed_seed();
  std::string text = chance(45) ? compound(0) : command(0);
  while (chance(15)) text += one_of({"; ", " | ", " && ", "\n"}) + command(0);
  return text;
}

}  // namespace termhost::oracle
