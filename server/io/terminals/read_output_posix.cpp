#include "io/terminals/read_output_posix.hpp"

#include <array>
#include <cerrno>
#include <span>
#include <unistd.h>

namespace termhost::io {
namespace {

/// A read that was interrupted is repeated.
ssize_t read_once(int from, std::span<char> place) {
  ssize_t got = 0;
  while ((got = ::read(from, place.data(), place.size())) < 0 && errno == EINTR) {
  }
  return got;
}

/// After a read that brought nothing.
bool is_open(ssize_t got) { return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK); }

/// Pieces that do not lie one behind the other are two deliveries.
bool read_kept(int from, KeptStream& stream, std::string_view& bytes) {
  std::span<char> place = stream.landing_place();
  const char* const begin = place.data();
  std::size_t filled = 0;
  while (filled < chunk_bytes && place.data() == begin + filled) {
    const ssize_t got = read_once(from, place);
    const bool open = got > 0 || is_open(got);
    stream.landed(got > 0 ? static_cast<std::size_t>(got) : 0);
    bytes = {begin, filled += got > 0 ? static_cast<std::size_t>(got) : 0};
    if (got <= 0) return open;
    place = stream.landing_place();
  }
  stream.landed(0);
  return true;
}

}  // namespace

bool read_output(int from, KeptStream* stream, std::string_view& bytes) {
  if (stream != nullptr) return read_kept(from, *stream, bytes);
  static thread_local std::array<char, chunk_bytes> buffer;
  std::size_t filled = 0;
  ssize_t got = 1;
  while (filled < buffer.size() && (got = read_once(from, std::span(buffer).subspan(filled))) > 0)
    filled += static_cast<std::size_t>(got);
  bytes = {buffer.data(), filled};
  return got > 0 || is_open(got);
}

}  // namespace termhost::io
