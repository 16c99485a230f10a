// `termhost render`: raw terminal bytes in, rendered output out.
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "io/handle.hpp"
#include "text/emulator/renderer.hpp"

namespace termhost::cli {
namespace {

/// As much as a pipe holds, and small enough to stay in the cache.
constexpr std::size_t block_size = 64 * 1024;
constexpr int failure = 1;

int fail(std::string_view what) {
  fmt::print(stderr, "termhost render: {}: {}\n", what, std::strerror(errno));
  return failure;
}

int render(const text::RenderOptions& options) {
  text::Renderer renderer(options);
  std::vector<char> block(block_size);
  std::string output;
  bool ends_in_line = false;
  const auto flush = [&] {
    if (output.empty()) return true;
    ends_in_line = output.back() != '\n';
    const bool written = io::write_whole(io::standard_output, output);
    output.clear();
    return written;
  };
  for (;;) {
    const long size = io::read_some(io::standard_input, block.data(), block.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return fail("cannot read standard input");
    if (size == 0) break;
    renderer.write({block.data(), static_cast<std::size_t>(size)}, output);
    if (!flush()) return fail("cannot write standard output");
  }
  renderer.finish(output);
  if (!output.empty() && output.back() != '\n') output += '\n';
  if (output.empty() && ends_in_line) output = "\n";
  return flush() ? 0 : fail("cannot write standard output");
}

}  // namespace

void add_render(CLI::App& app, int& exit_status) {
  CLI::App* const command =
      app.add_subcommand("render", "Turn raw terminal bytes (on stdin) into the text that a terminal would show");
  auto options = std::make_shared<text::RenderOptions>();
  command->add_option("--cols", options->columns, "Columns of the terminal")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_option("--rows", options->rows, "Rows of the terminal")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command
      ->add_option("--newline", options->newline,
                   "crlf (default): LF only moves down, as in the output of a PTY; lf: LF alone ends a line")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, text::Newline>{{"crlf", text::Newline::CrLf}, {"lf", text::Newline::Lf}}))
      ->option_text("crlf|lf");
  command->callback([options, &exit_status] { exit_status = render(*options); });
}

}  // namespace termhost::cli
