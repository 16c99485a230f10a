#include <algorithm>
#include <filesystem>
#include <unistd.h>

#include "io/search_path.hpp"

namespace termhost::io {

bool is_executable(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

std::string locate_program(std::string_view program, std::string_view search_path) {
  for (std::size_t at = 0; at <= search_path.size();) {
    const std::size_t end = std::min(search_path.find(':', at), search_path.size());
    const std::string folder(end == at ? "." : search_path.substr(at, end - at));
    const std::string path = (std::filesystem::path(folder) / program).string();
    std::error_code error;  // what cannot be looked at is not there
    if (std::filesystem::is_regular_file(path, error) && is_executable(path)) return path;
    at = end + 1;
  }
  return {};
}

}  // namespace termhost::io
