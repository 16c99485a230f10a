// Patterns of .gitignore, each with paths that git (check-ignore) leaves out by it, and some that it does not.
#include "sandbox/git_ignore.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

namespace termhost::sandbox {
namespace {

struct Row {
  std::string text;
  std::vector<std::string> ignored;  ///< a folder ends with a slash
  std::vector<std::string> kept;
};

const std::vector<Row> rows{
    {"*.log", {"a.log", "src/b.log", ".log", "x.log/"}, {"log", "a.log.txt", "a.LOG"}},
    {"build/", {"build/", "src/build/"}, {"build", "builds/"}},
    {"/build", {"build", "build/"}, {"src/build"}},
    {"doc/*.txt", {"doc/a.txt"}, {"doc/x/a.txt", "src/doc/a.txt"}},
    {"**/logs", {"logs", "a/logs", "a/b/logs/"}, {"logs2", "xlogs"}},
    {"**/logs/debug.log", {"logs/debug.log", "a/b/logs/debug.log"}, {"logs/build/debug.log"}},
    {"logs/**/debug.log", {"logs/debug.log", "logs/a/b/debug.log"}, {"x/logs/debug.log", "logs/debug.log.txt"}},
    {"abc/**", {"abc/x", "abc/x/y"}, {"abc", "xabc/x"}},
    {"*.log\n!keep.log", {"a.log"}, {"keep.log", "src/keep.log"}},
    {"!keep.log\n*.log", {"keep.log"}, {}},
    {"# *.log\n\\#x\n\\!y", {"#x", "!y"}, {"a.log", "x", "y"}},
    {"a b  ", {"a b"}, {"a b  "}},
    {"a\\ ", {"a "}, {"a"}},
    {"x\r\ny", {"x", "y"}, {"x\r"}},
    {"[a-c].c", {"a.c", "c.c"}, {"d.c", "-.c"}},
    {"[!a-c].c", {"d.c"}, {"a.c"}},
    {"[]a].c", {"].c", "a.c"}, {"b.c"}},
    {"[a", {}, {"a"}},
    {"?.c", {"a.c"}, {"ab.c", "/.c"}},
    {"\\*.c", {"*.c"}, {"a.c"}},
    {"a*b*c", {"abc", "axxbyyc", "abbbcbc"}, {"ab", "a/b/c"}},
    {"a/*/c", {"a/b/c"}, {"a/c", "a/b/b/c"}},
    {"/*\n!/src", {"x", "a.c"}, {"src", "src/x"}},
    {"\xEF\xBB\xBF*.log", {"a.log"}, {"a.txt"}},
    {"/\n//\n\n", {}, {"a", "/"}},
    {"**", {"a", "a/b"}, {}},
    {"**/*.pem", {"a.pem", "x/y/a.pem"}, {"a.pem.txt"}},
    {"a/**/b/**/c", {"a/b/c", "a/x/b/y/c", "a/b/b/c"}, {"a/c", "b/a/b/c"}},
};

bool ignores(const IgnorePatterns& patterns, const std::string& path) {
  const bool folder = path.size() > 1 && path.ends_with('/');
  return patterns.ignores(path.substr(0, path.size() - (folder ? 1 : 0)), folder).value_or(false);
}

}  // namespace

TEST_CASE("patterns of .gitignore fit what git says that they fit") {
  for (const Row& row : rows) {
    const IgnorePatterns patterns(row.text);
    for (const std::string& path : row.ignored) {
      INFO(row.text << ": " << path);
      CHECK(ignores(patterns, path));
    }
    for (const std::string& path : row.kept) {
      INFO(row.text << ": " << path);
      CHECK_FALSE(ignores(patterns, path));
    }
  }
}

TEST_CASE("a pattern made to be slow is not") {
  std::string stars = "/";
  for (int i = 0; i < 200; ++i) stars += "*a";
  const std::string text(4000, 'a');
  CHECK_FALSE(IgnorePatterns(stars + "b").ignores(text, false).has_value());
  std::string folders;
  std::string path;
  for (int i = 0; i < 100; ++i) folders += "**/a/", path += "a/";
  CHECK_FALSE(IgnorePatterns(folders + "b").ignores(path + "c", false).has_value());
}

}  // namespace termhost::sandbox
