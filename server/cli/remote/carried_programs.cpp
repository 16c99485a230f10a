#include "cli/remote/carried_programs.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sodium.h>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string checksum_of(const std::string& content) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> sum{};
  crypto_hash_sha256(sum.data(), reinterpret_cast<const unsigned char*>(content.data()), content.size());
  return fmt::format("{:02x}", fmt::join(sum, ""));
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
    if (!content.empty()) programs.push_back({std::string(kind), path.string(), content.size(), checksum_of(content)});
  }
  return programs;
}

std::string content_of(const CarriedProgram& program) { return read_whole(program.path); }

}  // namespace termhost::cli
