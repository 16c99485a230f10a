#include "tool/results/file_kind.hpp"

#include <array>

#include <fmt/format.h>

namespace termhost::tool {
namespace {

struct FileKind {
  std::string_view magic, name;
};
constexpr std::array file_kinds{
    FileKind{"\x7f"
             "ELF",
             "an ELF program"},
    FileKind{"\x89PNG", "a PNG image"},
    FileKind{"\xff\xd8\xff", "a JPEG image"},
    FileKind{"%PDF", "a PDF document"},
    FileKind{"\x1f\x8b", "gzip"},
    FileKind{"PK\x03\x04", "a zip archive"},
    FileKind{"\x28\xb5\x2f\xfd", "zstd"},
    FileKind{"\xfd\x37zXZ", "xz"},
};

}  // namespace

std::string kind_of_file(std::string_view head) {
  for (const FileKind& kind : file_kinds) {
    if (head.starts_with(kind.magic)) return fmt::format(" ({})", kind.name);
  }
  return {};
}

}  // namespace termhost::tool
