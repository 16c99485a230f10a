#include "vt/shell_marker.hpp"

#include <string>

#include <catch2/catch_test_macros.hpp>

namespace termhost::vt {
namespace {

using enum MarkerKind;
using enum MarkerDialect;

ShellMarker simple(MarkerKind kind, MarkerDialect dialect, std::string nonce = {}) {
  ShellMarker marker{.kind = kind, .dialect = dialect};
  marker.nonce = std::move(nonce);
  return marker;
}

ShellMarker finished(MarkerDialect dialect, std::optional<int> code, std::string nonce = {}) {
  ShellMarker marker = simple(CommandFinished, dialect, std::move(nonce));
  marker.exit_code = code;
  return marker;
}

ShellMarker line(std::string text, std::string nonce = {}) {
  ShellMarker marker = simple(CommandLine, Osc633, std::move(nonce));
  marker.command_line = std::move(text);
  return marker;
}

ShellMarker property(MarkerDialect dialect, std::string key, std::string value, std::string nonce = {}) {
  ShellMarker marker = simple(Property, dialect, std::move(nonce));
  marker.key = std::move(key);
  marker.value = std::move(value);
  return marker;
}

struct Case {
  std::string payload;
  std::optional<ShellMarker> expected;
};

const Case cases[] = {
    {"633;A", simple(PromptStart, Osc633)},
    {"633;A;n0", simple(PromptStart, Osc633, "n0")},
    {"633;B;n0", simple(CommandStart, Osc633, "n0")},
    {"633;C", simple(CommandExecuted, Osc633)},
    {"633;C;n0", simple(CommandExecuted, Osc633, "n0")},
    {"633;D", finished(Osc633, std::nullopt)},
    {"633;D;0", finished(Osc633, 0)},
    {"633;D;130;n0", finished(Osc633, 130, "n0")},
    {"633;D;-1", finished(Osc633, -1)},
    {"633;D;;n0", finished(Osc633, std::nullopt, "n0")},
    {"633;D;12x", finished(Osc633, std::nullopt)},
    {"633;D;99999999999", finished(Osc633, std::nullopt)},
    {"633;E", line("")},
    {"633;E;", line("")},
    {"633;E;echo hi;n0", line("echo hi", "n0")},
    {"633;E;echo a\\x3b echo b\\x0aecho \\\\c;n0", line("echo a; echo b\necho \\c", "n0")},
    {"633;E;for i in 1\ndo :\ndone",
     line("for i in 1\ndo :\ndone")},                     // bash from 2000 characters on: line ends pass raw
    {"633;E;begin;echo x;end", line("begin", "echo x")},  // fish: the lines of a command are fields
    {"633;E;\xc3\xa4\\xE4\\X41;n0", line("\xc3\xa4\xc3\xa4\x41", "n0")},
    {"633;E;\\x4;n0", line("\\x4", "n0")},
    {"633;E;\\xg1\\", line("\\xg1\\")},
    {"633;F;n0", simple(ContinuationStart, Osc633, "n0")},
    {"633;G", simple(ContinuationEnd, Osc633)},
    {"633;P;Cwd=/tmp/a b;n0", property(Osc633, "Cwd", "/tmp/a b", "n0")},
    {"633;P;Cwd=/tmp/a\\x3bb=c", property(Osc633, "Cwd", "/tmp/a;b=c")},
    {"633;P;HasRichCommandDetection=True", property(Osc633, "HasRichCommandDetection", "True")},
    {"633;P;IsWindows", std::nullopt},
    {"633;H", std::nullopt},
    {"633;EnvJson;{};n0", std::nullopt},
    {"633;AA", std::nullopt},
    {"633;", std::nullopt},
    {"633", std::nullopt},
    {"6330;A", std::nullopt},
    {"133;A", simple(PromptStart, Osc133)},
    {"133;A;cl=m;aid=1", simple(PromptStart, Osc133)},
    {"133;A;k=i", simple(PromptStart, Osc133)},
    {"133;A;k=s", simple(ContinuationStart, Osc133)},
    {"133;A;cl=m;k=c", simple(ContinuationStart, Osc133)},
    {"133;B", simple(CommandStart, Osc133)},
    {"133;C;cmdline_url=echo%20hi", simple(CommandExecuted, Osc133)},
    {"133;D", finished(Osc133, std::nullopt)},
    {"133;D;1", finished(Osc133, 1)},
    {"133;D;0;aid=1", finished(Osc133, 0)},
    {"133;D;aid=1", finished(Osc133, std::nullopt)},
    {"133;D;err=CANCEL", finished(Osc133, std::nullopt)},
    {"133;E;echo", std::nullopt},
    {"133;L", std::nullopt},
    {"7;file://host/home/u", property(Osc7, "Cwd", "/home/u")},
    {"7;file:///a%20b/%C3%A4%", property(Osc7, "Cwd", "/a b/\xc3\xa4%")},
    {"7;file:///a%2", property(Osc7, "Cwd", "/a%2")},
    {"7;file://host", std::nullopt},
    {"7;http://host/x", std::nullopt},
    {"9;9;C:\\work", property(Osc9, "Cwd", "C:\\work")},
    {"9;9;\"C:\\my work\"", property(Osc9, "Cwd", "C:\\my work")},
    {"9;9;", std::nullopt},
    {"9;4;1;50", std::nullopt},
    {"9;a notice", std::nullopt},
    {"1337;CurrentDir=/tmp;x", property(Osc1337, "Cwd", "/tmp;x")},
    {"1337;SetMark", std::nullopt},
    {"0;title", std::nullopt},
    {"", std::nullopt},
};

TEST_CASE("Shell markers of every dialect are read, and nothing else") {
  for (const Case& c : cases) {
    INFO(c.payload);
    CHECK(parse_shell_marker(c.payload) == c.expected);
  }
}

}  // namespace
}  // namespace termhost::vt
