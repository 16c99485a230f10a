#include "io/secret.hpp"

#include <array>
#include <sodium.h>
#include <stdexcept>

namespace termhost::io {

std::string random_secret() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium can't be used on this machine");
  std::array<unsigned char, 32> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, 2 * 32 + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), bytes.data(), bytes.size());
  return hex.data();
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace termhost::io
