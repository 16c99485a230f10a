// Rendering: no crash on any bytes, the same text whole, byte by byte and cut in two, and sane when the size changes
// midway. The first two bytes choose the size of the screen and where the stream is cut.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/utf8.hpp"
#include "text/emulator/renderer.hpp"

namespace {

using termhost::text::Renderer;
using termhost::text::RenderOptions;

std::string render(std::string_view stream, const RenderOptions& options, std::size_t size) {
  Renderer renderer(options);
  std::string text;
  const bool cut_off = termhost::base::incomplete_utf8_suffix(stream) > 0;  // its end shows what was begun as U+FFFD
  for (; !stream.empty(); stream.remove_prefix(std::min(size, stream.size()))) {
    renderer.write(stream.substr(0, size), text);
  }
  const std::string pending = renderer.pending();
  const std::size_t before = text.size();
  renderer.finish(text);
  if (!cut_off && text.substr(before) != pending) std::abort();
  return text;
}

void resize_midway(std::string_view stream, const RenderOptions& options, std::size_t cut) {
  Renderer renderer(options);
  std::string text;
  renderer.write(stream.substr(0, cut), text);
  renderer.resize(options.rows * 3, options.columns);
  renderer.write(stream.substr(cut), text);
  renderer.finish(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const RenderOptions options{.columns = 2 + data[0] % 30, .rows = 1 + data[0] / 32};
  const std::string_view stream(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t cut = 1 + data[1] % stream.size();
  const std::string whole = render(stream, options, stream.size());
  if (render(stream, options, 1) != whole || render(stream, options, cut) != whole) std::abort();
  resize_midway(stream, options, cut);
  return 0;
}
