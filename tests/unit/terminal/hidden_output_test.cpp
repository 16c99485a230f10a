// What a model sees of an output has no secret in it, however it comes and wherever a preview is cut; all that is the
// person's has it whole.
#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "support/secret_fixtures.hpp"
#include "terminal/executions/output_log.hpp"

namespace termhost::terminal {
namespace {

const std::string value = "q7Kd93hfT2xWmZ81", lines = "uNo 1 dUe 2\ntRe 3 qTr 4";
const base::Instant now{};

std::shared_ptr<const text::Secrets> secrets() {
  return std::make_shared<text::Secrets>(std::vector<text::NamedValue>{{"A_TOKEN", value}, {"B_SECRET", lines}});
}

OutputLog log_of(std::size_t preview_bytes = 2048, bool compact = true) {
  OutputLogOptions options;
  options.compact = compact;
  options.render = {.columns = 80, .rows = 24, .newline = text::Newline::Lf};
  options.preview_bytes = preview_bytes;
  options.secrets = secrets();
  return OutputLog(options);
}

/// Any five bytes of it.
bool shows(std::string_view text, std::string_view secret) {
  for (std::size_t at = 0; at + 5 <= secret.size(); ++at)
    if (text.find(secret.substr(at, 5)) != std::string_view::npos) return true;
  return false;
}

/// Shown + hidden + omitted, where gap marks stand on lines of their own or in one.
std::uint64_t accounted_for(const OutputSnapshot& snapshot) {
  std::string text = snapshot.text;
  for (const auto& [begin, end] : {std::pair("[secret ", " hidden]"), std::pair("[… ", " …]")}) {
    for (std::size_t at; (at = text.find(begin)) != std::string::npos;) {
      const std::size_t size = text.find(end, at) + std::string_view(end).size() - at;
      const bool own_line = begin[1] == '\xe2' && (at == 0 || text[at - 1] == '\n') && at + size < text.size();
      text.erase(at, size + (own_line && text[at + size] == '\n' ? 1 : 0));
    }
  }
  std::uint64_t bytes = text.size() + snapshot.hidden.bytes + (snapshot.line_end_cut ? 1 : 0);
  for (const Gap& gap : snapshot.omitted) bytes += gap.bytes;
  return bytes;
}

std::string noisy_output(int of) {
  std::string text;
  for (int i = 0; i < of; ++i) {
    text += "line " + std::to_string(i) + " is a line like others\n";
    if (i % 3 == 0) text += "A_TOKEN=" + value + "\n";
    if (i % 7 == 0) text += "error: the login with " + lines + " failed\n";
    if (i % 11 == 0) text += std::string(300, 'x') + value + std::string(300, 'y') + value + "\n";
  }
  return text;
}

void check(const OutputSnapshot& snapshot, std::size_t budget) {
  CAPTURE(snapshot.text);
  CHECK_FALSE(shows(snapshot.text, value));
  CHECK_FALSE(shows(snapshot.text, lines));
  CHECK(snapshot.text.size() <= (snapshot.omitted.empty() ? text::Preview::whole_share : 1) * budget);
  CHECK(accounted_for(snapshot) == snapshot.total_bytes);
}

}  // namespace

TEST_CASE("A short output is shown whole, with labels and their count") {
  OutputLog log = log_of();
  log.write("PATH=/bin\nA_TOKEN=" + value + "\n<" + lines + ">\nlast\n", now);
  log.finish(now);
  const OutputSnapshot shown = log.snapshot();
  CHECK(shown.text == "PATH=/bin\nA_TOKEN=[secret A_TOKEN hidden]\n<[secret B_SECRET hidden]>\nlast");
  CHECK(shown.hidden == text::HiddenCount{2, value.size() + lines.size()});
  CHECK(shown.total_lines == 5);
  check(shown, 2048);
  CHECK(log.persons_snapshot().text == "PATH=/bin\nA_TOKEN=" + value + "\n<" + lines + ">\nlast");
  CHECK(log.persons_snapshot().hidden == text::HiddenCount{});
}

TEST_CASE("Previews of any size hide all secrets, keep their limit, and account for every byte") {
  for (const std::size_t budget : {300U, 301U, 777U, 1024U, 2048U, 4096U}) {
    for (int of = 1; of < 200; of += 13) {
      CAPTURE(budget, of);
      OutputLog log = log_of(budget);
      log.write(noisy_output(of), now);
      check(log.snapshot(), budget);
      log.finish(now);
      check(log.snapshot(), budget);
      CHECK(log.snapshot().total_bytes == log.persons_snapshot().total_bytes);
    }
  }
}

TEST_CASE("The lines of a private key are no repeats: it is one secret, with one label") {
  const auto tokens = testing::secret_tokens();
  const auto key = std::find_if(tokens.begin(), tokens.end(), [](const testing::TableRow& row) {
    return row.text.starts_with("-----BEGIN RSA") && row.text.size() > 1000;
  });
  REQUIRE(key != tokens.end());
  std::string output = key->text + "\n";
  for (int i = 1; i <= 15000; ++i) output += std::to_string(i) + "\n";
  for (const bool compact : {true, false}) {
    OutputLog log = log_of(4096, compact);
    log.write(output, now);
    log.finish(now);
    const OutputSnapshot shown = log.snapshot();
    CHECK(shown.text.starts_with("[secret private key hidden]\n1\n2\n"));
    CHECK(shown.hidden == text::HiddenCount{1, key->text.size()});
    CHECK(shown.omitted.size() == 1);
    check(shown, 4096);
  }
}

TEST_CASE("In chunks of any size a snapshot, and what is new, show nothing of a secret") {
  const std::string output = noisy_output(9) + "and at the end " + value;
  for (std::size_t size = 1; size < 40; ++size) {
    CAPTURE(size);
    OutputLog log = log_of(1024);
    std::string news, newly;
    log.see_lines(true);
    for (std::size_t at = 0; at < output.size(); at += size) {
      log.write(std::string_view(output).substr(at, size), now);
      newly += log.newly_written();
      if (at % 7 == 0) check(log.snapshot(), 1024);
      if (at % 3 == 0) news += log.take_unread().text;
    }
    log.finish(now);
    newly += log.newly_written();
    CHECK_FALSE(shows(news, value));
    CHECK_FALSE(shows(news, lines));
    CHECK(newly == secrets()->hide(output + "\n").text);
  }
}

TEST_CASE("What is new says how much of the output it stands for") {
  OutputLog log = log_of();
  log.write("first\n", now);
  log.mark_told();
  log.write("x " + value + "\n", now);
  const OutputSnapshot unread = log.take_unread();
  CHECK(unread.text == "x [secret A_TOKEN hidden]");
  CHECK(unread.begin == 6);
  CHECK(accounted_for(unread) == unread.total_bytes - unread.begin);
  CHECK(unread.hidden == text::HiddenCount{1, value.size()});
}

TEST_CASE("A screen is shown without what is secret on it") {
  OutputLog log = log_of();
  log.write("\x1b]0;" + value + "\x07\x1b[?1049h\x1b[H" + std::string(70, '.') + value, now);
  CHECK_FALSE(shows(log.alternate_screen_text(), value));
  const text::ScreenView view = log.view();
  for (const std::string& row : view.rows) CHECK_FALSE(shows(row, value));
  CHECK(view.title == "[secret A_TOKEN hidden]");
  CHECK(view.rows.size() == 24);
}

}  // namespace termhost::terminal
