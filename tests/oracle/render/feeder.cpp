// Renders many streams in one process, for the comparison with the oracle. Each comes as a line "COLUMNS ROWS LF SEED
// LENGTH" and LENGTH bytes; the answer is a line with the length of the text, and the text. Each stream is rendered
// whole, byte by byte, and cut at random; where these differ the answer says so instead.
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include "text/emulator/renderer.hpp"

namespace {

using termhost::text::Newline;
using termhost::text::Renderer;
using termhost::text::RenderOptions;

template <class NextSize>
std::string render(std::string_view stream, const RenderOptions& options, NextSize next_size) {
  Renderer renderer(options);
  std::string text;
  while (!stream.empty()) {
    const std::string_view part = stream.substr(0, next_size());
    renderer.write(part, text);
    stream.remove_prefix(part.size());
  }
  renderer.finish(text);
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

std::string render_every_way(const std::string& stream, const RenderOptions& options, unsigned seed) {
  std::minstd_rand random(seed + 1);
  const std::string whole = render(stream, options, [&] { return stream.size(); });
  const std::string bytewise = render(stream, options, [] { return std::size_t{1}; });
  const std::string cut = render(stream, options, [&] { return std::size_t{1} + random() % 40; });
  if (bytewise != whole) return "BYTE BY BYTE: " + bytewise + "WHOLE: " + whole;
  if (cut != whole) return "CUT: " + cut + "WHOLE: " + whole;
  return whole;
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  RenderOptions options;
  int lf = 0;
  unsigned seed = 0;
  std::size_t length = 0;
  while (std::cin >> options.columns >> options.rows >> lf >> seed >> length) {
    std::cin.get();
    std::string stream(length, '\0');
    std::cin.read(stream.data(), static_cast<std::streamsize>(length));
    options.newline = lf != 0 ? Newline::Lf : Newline::CrLf;
    const std::string text = render_every_way(stream, options, seed);
    std::cout << text.size() << '\n' << text;
  }
}
