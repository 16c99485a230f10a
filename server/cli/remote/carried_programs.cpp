#include "cli/remote/carried_programs.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "io/process/own_process.hpp"

namespace termhost::cli {
namespace {

namespace fs = std::filesystem;

/// A kind, and the processor as `uname` names it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kinds{
    {{"linux-x64", "x86_64"}, {"linux-arm64", "aarch64"}}};

std::string read_whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

std::vector<CarriedProgram> carried_programs() {
  std::error_code unknown;
  const fs::path own = fs::canonical(io::own_program(), unknown);
  const std::string system = io::system_name();
  std::vector<CarriedProgram> programs;
  for (const auto& [kind, processor] : kinds) {
    fs::path path = own.parent_path() / fs::path("termhost-").concat(kind);
    const bool own_kind = system.starts_with("Linux ") && system.ends_with(processor);
    if (!fs::is_regular_file(path, unknown) && own_kind) path = own;
    const std::string content = read_whole(path);
    if (!content.empty())
      programs.push_back({std::string(kind), path.string(), content.size(), posix_checksum(content)});
  }
  return programs;
}

std::string content_of(const CarriedProgram& program) { return read_whole(program.path); }

}  // namespace termhost::cli
