#include "base/file_url.hpp"

#include "base/ascii.hpp"

namespace termhost::base {

std::string path_of_file_url(std::string_view url) {
  constexpr std::string_view scheme = "file://";
  if (!url.starts_with(scheme)) return {};
  url.remove_prefix(scheme.size());
  const std::size_t slash = url.find('/');
  if (slash == std::string_view::npos) return {};
  std::string path;
  for (std::size_t i = slash; i < url.size(); ++i) {
    const auto byte = url[i] == '%' ? hex_byte(url.substr(i + 1, 2)) : std::nullopt;
    path += byte ? static_cast<char>(*byte) : url[i];
    if (byte) i += 2;
  }
  return path;
}

}  // namespace termhost::base
