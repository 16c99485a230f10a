// The segmenter: no crash on any bytes, the same segments whole and byte by byte, and every byte that is no marker
// kept.
#include "vt/segmenter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

struct Cut {
  std::string data;  // a marker leaves a NUL and its number
  std::size_t markers = 0;
  friend bool operator==(const Cut&, const Cut&) = default;
};

Cut cut(std::string_view stream, std::size_t size) {
  termhost::vt::Segmenter segmenter;
  Cut result;
  for (; !stream.empty(); stream.remove_prefix(std::min(size, stream.size()))) {
    std::string_view bytes = stream.substr(0, size);
    while (const auto segment = segmenter.next(bytes)) {
      if (segment->marker) {
        ++result.markers;
        result.data += '\0' + std::to_string(static_cast<int>(segment->marker->kind)) + segment->marker->value;
      } else {
        if (segment->data.empty()) std::abort();
        result.data += segment->data;
      }
    }
    if (!bytes.empty()) std::abort();
  }
  result.data += segmenter.take_rest();
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view stream(reinterpret_cast<const char*>(data), size);
  const Cut whole = cut(stream, size + 1);
  if (whole != cut(stream, 1) || whole != cut(stream, 7)) std::abort();
  if (whole.markers == 0 && whole.data != stream) std::abort();
  return 0;
}
