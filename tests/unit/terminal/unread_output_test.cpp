// What is new of an output for one who was told of it before: by lines and their state, whatever the program wrote
// over.
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "terminal/executions/output_log.hpp"
#include "terminal/executions/told_lines.hpp"

namespace termhost::terminal {
namespace {

const base::Instant now{};

OutputLog small_log(int rows = 24) {
  OutputLogOptions options;
  options.render = {.columns = 80, .rows = rows, .newline = text::Newline::Lf};
  return OutputLog(options);
}

std::string numbered(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += std::to_string(i) + "\n";
  return text;
}

std::string lines_of(std::string_view name, int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += std::string(name) + " " + std::to_string(i * 7919 % 1000) + " x\n";
  return text;
}

struct Case {
  std::string name, told, then, unread;
};

const std::vector<Case> cases{
    {"lines below", "one\ntwo\n", "three\n", "three"},
    {"nothing", "one\ntwo\n", "", ""},
    {"an open line that goes on", "one\n10%", " 20%", "10% 20%"},
    {"an open line that is ended", "one\nName: ", "\n", ""},
    {"an open line that is ended, and more", "one\nName:", "\ntwo\n", "two"},
    {"a progress bar", "one\n10%", "\r20%", "20%"},
    {"lines that scroll away", numbered(1, 30), numbered(31, 90), numbered(31, 89) + "90"},
    {"a question that folds to its answer", "? Pick one\n  option 1\n  option 2\n",
     "\x1b[3A\x1b[Jv Pick one: beta\nRESULT 42\n", "v Pick one: beta\nRESULT 42"},
    {"a question with text above", "start\n? Pick one\n  option 1\n", "\x1b[2A\x1b[Jv beta\n", "v beta"},
    {"a cleared screen", numbered(1, 30), "\x1b[H\x1b[2J\x1b[3JREBUILT\nerror TS1: x\n", "REBUILT\nerror TS1: x"},
    {"a screen cleared from its home down", numbered(1, 30), "\x1b[H\x1b[Jerror TS1: x\n", "error TS1: x"},
    {"a reset", numbered(1, 30),
     "\x1b"
     "cerror TS2: x\n",
     "error TS2: x"},
    {"the same again on a cleared screen", "one\ntwo\n", "\x1b[H\x1b[2Jone\ntwo\n", ""},
    {"two progress lines", "a: 1%\nb: 1%\n", "\x1b[2A\x1b[Ka: done\n\x1b[Kb: FAILED\n", "a: done\nb: FAILED"},
    {"the second of two lines", "a: 1%\nb: 1%\n", "\x1b[A\x1b[Kb: FAILED\n", "b: FAILED"},
    {"lines that became shorter", "a: pulling a layer\nb: pulling a layer\nc: pulling a layer\n",
     "\x1b[3A\x1b[2Ka: done\n\x1b[2Kb: done\n\x1b[2Kc: done\nERROR: no space left\n",
     "a: done\nb: done\nc: done\nERROR: no space left"},
    {"a line that lost its end", "one\ntwo three\n", "\x1b[A\x1b[3C\x1b[K\n", "two"},
    {"lines that are gone", "one\ntwo\nthree\n", "\x1b[2A\x1b[J", ""},
    {"a full screen that came and went", "one\n", "\x1b[?1049h\x1b[Hmenu\x1b[?1049ltwo\n", "two"},
    {"written over, then scrolled away", numbered(1, 20), "\x1b[A\x1b[Kerror\n" + numbered(21, 60),
     "error\n" + numbered(21, 59) + "60"},
};

}  // namespace

TEST_CASE("New is everything from the first line that differs, at every point where the stream may be cut") {
  for (const Case& c : cases) {
    CAPTURE(c.name);
    for (std::size_t cut = 0; cut <= c.then.size(); ++cut) {
      CAPTURE(cut);
      OutputLog log = small_log();
      log.write(c.told, now);
      log.mark_told();
      log.write(std::string_view(c.then).substr(0, cut), now);
      log.write(std::string_view(c.then).substr(cut), now);
      OutputLog ended = small_log();
      ended.write(c.told, now);
      ended.mark_told();
      ended.write(c.then, now);
      ended.finish(now);
      const OutputSnapshot running = log.take_unread(), end = ended.take_unread();
      CHECK(running.text == c.unread);
      CHECK(end.text == c.unread);
      CHECK(running.total_bytes - running.begin >= running.text.size());
      CHECK(log.take_unread().text.empty());
      CHECK(ended.take_unread().text.empty());
    }
  }
}

TEST_CASE("Told piece by piece, whole lines come once, and nothing is left out") {
  const std::string output = numbered(1, 200);
  for (std::size_t step = 1; step < 90; step += 4) {
    CAPTURE(step);
    OutputLog log = small_log(5);
    std::string told;
    for (std::size_t at = 0; at < output.size(); at += step) {
      log.write(std::string_view(output).substr(at, step), now);
      const OutputSnapshot unread = log.take_unread();
      // A line that went on is told again, whole; one that only ended is not.
      told.resize(unread.begin, '\n');
      told += unread.text;
      if (unread.line_end_cut) told += '\n';
    }
    log.finish(now);
    CHECK(log.take_unread().text.empty());
    CHECK(told == output);
  }
}

TEST_CASE("What is new of a long output is a preview with its errors, not its end") {
  OutputLog log = small_log();
  log.write("building\n", now);
  log.mark_told();
  log.write(lines_of("noise", 800) + "src/a.c:3:5: error: 'x' undeclared\n" + lines_of("more", 800), now);
  const OutputSnapshot unread = log.take_unread();
  CHECK(unread.begin == 9);
  CHECK(unread.text.starts_with("noise 919 x\n"));
  CHECK(unread.text.find("src/a.c:3:5: error: 'x' undeclared") != std::string::npos);
  CHECK(unread.text.size() <= 4096);
  REQUIRE(!unread.omitted.empty());
  CHECK(unread.omitted.front().offset > 9);
  CHECK(log.take_unread().text.empty());
}

TEST_CASE("A flood of the same line is told in two") {
  OutputLog log = small_log();
  log.write("start\n", now);
  log.mark_told();
  for (int i = 0; i < 20'000; ++i) log.write("y\n", now);
  log.finish(now);
  const OutputSnapshot unread = log.take_unread();
  CHECK(unread.text ==
        "y\n[… the line above 19,999 more times: 39,998 bytes, 19,999 lines; read_command_output offset=8 …]\n");
}

TEST_CASE("A clear is known until it is told") {
  OutputLog log = small_log();
  log.write("\x1b[H\x1b[2Jone\n", now);
  CHECK_FALSE(log.snapshot().cleared);  // there was nothing to clear
  log.write("\x1b[H\x1b[2Jtwo\n", now);
  CHECK(log.snapshot().cleared);
  CHECK(log.take_unread().cleared);
  CHECK_FALSE(log.take_unread().cleared);
  log.write("\x1b[1A\x1b[Jthree\n", now);  // from where the line began, which is the first row
  CHECK_FALSE(log.take_unread().cleared);
  log.write("\x1b[H\x1b[Jfour\n", now);
  CHECK(log.take_unread().cleared);
}

TEST_CASE("Another listener hears the end of what is new to it") {
  OutputLog log = small_log();
  Told told;
  log.write("one\n10%", now);
  CHECK(log.take_newest(1000, told) == "one\n10%");
  log.write("\r20%\n", now);
  CHECK(log.take_newest(1000, told) == "20%\n");
  CHECK(log.take_newest(1000, told).empty());
  log.write(numbered(1, 50'000), now);
  CHECK(log.take_newest(15, told) == "49999\n50000\n");
  log.write("\x1b[H\x1b[2Jnew\n", now);
  CHECK(log.take_newest(1000, told).ends_with("new\n"));
  CHECK(log.take_unread().text.ends_with("new\n"));
}

TEST_CASE("Each line is seen as it was written, also one that was written over or cleared") {
  const std::string output =
      "one\n10%\r\x1b[32m20\x1b[0m%\rdone\x1b[K\nerror TS3: x\n\x1b[2J\x1b[Hre\x1b(Bbuilt\x1b[m in 3 "
      "s\n\xc3\xa9t\xc3\xa9\n";
  for (std::size_t cut = 0; cut <= output.size(); ++cut) {
    OutputLog log = small_log();
    log.see_lines(true);
    std::string seen;
    log.write(std::string_view(output).substr(0, cut), now);
    seen += log.newly_written();
    log.write(std::string_view(output).substr(cut), now);
    seen += log.newly_written();
    CHECK(seen == "one\n10%\n20%\ndone\nerror TS3: x\nrebuilt in 3 s\n\xc3\xa9t\xc3\xa9\n");
  }
  OutputLog log = small_log();
  log.see_lines(true);
  log.write("Name: ", now);
  CHECK(log.newly_written().empty());
  log.finish(now);
  CHECK(log.newly_written() == "Name: \n");
}

TEST_CASE("Told lines that can't be told apart from new ones by their text are compared as they come") {
  ToldLines lines("a\nb\nc");
  CHECK(lines.pass("a\n").empty());
  CHECK(lines.pass("b\n").empty());
  CHECK(lines.same());
  CHECK(lines.pass("cd") == "d");
  CHECK(lines.stays() == "a\nb\n");
  CHECK(lines.begun() == "c");
  CHECK(lines.pass("\nmore\n") == "\nmore\n");
}

TEST_CASE("What is no text is known by the bytes, of which a terminal shows little") {
  const auto is_binary = [](const std::string& bytes) {
    OutputLog log = small_log();
    log.write(bytes, now);
    log.finish(now);
    return log.snapshot().is_binary();
  };
  std::string program(
      "\x7f"
      "ELF\x02\x01\x01",
      7);
  for (int i = 0; i < 50; ++i) program += std::string(20, '\0') + "a_symbol\n" + std::string("\x03\x10\x08", 3);
  CHECK(is_binary(program));
  CHECK_FALSE(is_binary("\x1b[32mcoloured\x1b[0m\ttext\r\n"));
  std::string names;
  for (int i = 0; i < 50; ++i) names += std::string("a\0b.c\0", 6);
  CHECK_FALSE(is_binary(names));
  CHECK_FALSE(is_binary(""));
}

}  // namespace termhost::terminal
