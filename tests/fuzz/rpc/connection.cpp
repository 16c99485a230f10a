// Any bytes from an editor: no crash, the same outcome however they are cut, and what follows is heard.
#include <cstdlib>

#include "support/rpc_properties.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = 1 + data[0] % 64;
  if (termhost::test::outcome(bytes, piece) != termhost::test::outcome(bytes, size)) std::abort();
  if (!termhost::test::hears_what_follows(bytes)) std::abort();
  return 0;
}
