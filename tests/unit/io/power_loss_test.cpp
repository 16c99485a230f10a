// What a power loss leaves of an artifact: writes since the last fsync are dropped or come in another order, page by
// page. The C library's functions are replaced for this program: while a disk is simulated, it hears of every write.
#include <algorithm>
#include <fcntl.h>
#include <map>
#include <random>
#include <span>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "io/storage/artifact_file_reader.hpp"
#include "io/storage/file_artifact_store.hpp"
#include "unit/io/storage_fixture.hpp"

namespace termhost::io {
namespace {

constexpr std::size_t page_bytes = 4096;

struct Write {
  std::uint64_t offset = 0;
  std::string bytes;
  std::optional<std::uint64_t> new_size;  ///< a truncation
};

/// What each file was told, since it was last forced to the disk.
class SimulatedDisk {
 public:
  struct File {
    std::string durable;
    bool exists = false;  ///< after a power loss, in any case
    std::vector<Write> pending;
  };

  void hear(int fd, Write write) { file_of(fd).pending.push_back(std::move(write)); }
  void sync(int fd) {
    File& file = file_of(fd);
    for (const Write& write : file.pending) apply(file.durable, write);
    file.pending.clear();
    file.exists = true;
  }

  /// Puts into `folder` what may be left of all files.
  void lose_power(const std::filesystem::path& folder, std::mt19937& random) const {
    const auto coin = [&] { return random() % 2 == 0; };
    for (const auto& [name, file] : files_) {
      std::filesystem::remove(folder / name);
      if (!file.exists && coin()) continue;
      std::string content = file.durable;
      std::vector<Write> parts;
      for (const Write& write : file.pending) {
        if (write.new_size && coin()) parts.push_back(write);
        for (std::size_t at = 0; at < write.bytes.size();) {
          const std::size_t size = std::min(page_bytes - (write.offset + at) % page_bytes, write.bytes.size() - at);
          if (coin()) parts.push_back({write.offset + at, write.bytes.substr(at, size), {}});
          at += size;
        }
      }
      for (const Write& part : parts) apply(content, part);
      std::ofstream(folder / name, std::ios::binary) << content;
    }
  }

 private:
  File& file_of(int fd) {
    return files_[std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd)).filename().string()];
  }
  static void apply(std::string& content, const Write& write) {
    if (write.new_size) return content.resize(*write.new_size);
    content.resize(std::max<std::size_t>(content.size(), write.offset + write.bytes.size()));
    content.replace(write.offset, write.bytes.size(), write.bytes);
  }

  std::map<std::string, File> files_;
};

SimulatedDisk* disk = nullptr;

/// Everything that the reader tells is what was printed there, or was lost: NULs, or the end.
void check_truth(const std::filesystem::path& folder, const std::string& printed) {
  const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const auto reader = ArtifactFileReader::open(opened, "cmd-1.txt", "cmd-1.txt");
  if (!reader) return;
  const bool index_lost = !std::filesystem::exists(folder / "cmd-1.index");
  std::vector<char> block(page_bytes);
  for (std::uint64_t at = 0; at < (*reader)->size();) {
    const auto dropped = (*reader)->dropped();
    if (dropped && at == dropped->begin) at = dropped->end;
    const auto got =
        (*reader)->read(at, std::span(block).first(std::min<std::uint64_t>(page_bytes, (*reader)->size() - at)));
    REQUIRE(got);
    if (*got == 0) break;
    for (std::size_t i = 0; i < *got && at + i < printed.size(); ++i) {
      if (block[i] == '\0' || block[i] == printed[at + i]) continue;
      if (index_lost && printed.compare(at + i, 3, "[…") != 0) return;  // the file itself states the gap
      FAIL("at " << at + i << " of " << printed.size());
    }
    at += *got;
  }
  for (std::uint64_t at = index_step; at < printed.size(); at += index_step) {
    const text::Position known = (*reader)->known_before(at);
    const auto lines = std::count(printed.begin(), printed.begin() + static_cast<std::ptrdiff_t>(known.offset), '\n');
    REQUIRE(known.lines == static_cast<std::uint64_t>(lines));
  }
}

}  // namespace
}  // namespace termhost::io

extern "C" ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
  using namespace termhost::io;
  if (disk != nullptr)
    disk->hear(fd, {static_cast<std::uint64_t>(at), std::string(static_cast<const char*>(data), size), {}});
  return ::syscall(SYS_pwrite64, fd, data, size, at);
}

extern "C" int ftruncate(int fd, off_t size) noexcept {
  using namespace termhost::io;
  if (disk != nullptr) disk->hear(fd, {0, {}, static_cast<std::uint64_t>(size)});
  return static_cast<int>(::syscall(SYS_ftruncate, fd, size));
}

extern "C" int fdatasync(int fd) {
  if (termhost::io::disk != nullptr) termhost::io::disk->sync(fd);
  return 0;
}

namespace termhost::io {

TEST_CASE("after a power loss an artifact has the printed output or a part of it, and nothing else") {
  std::mt19937 random(17);
  const std::string printed = numbered_lines(1, 400'000);
  for (const std::uint64_t most : {std::uint64_t{40'000}, std::uint64_t{700'000}, std::uint64_t{1} << 30}) {
    const TemporaryFolder temporary, after;
    FileArtifactStore store(temporary.path().string(), {.artifact_max_bytes = most, .storage_min_free_bytes = 0});
    auto writer = store.create(base::TaskId("t"), base::ExecutionId("1"), terminal::ArtifactKind::Rendered);
    REQUIRE(writer);
    SimulatedDisk simulated;
    for (std::size_t at = 0; at < printed.size();) {
      const std::size_t size = 1 + random() % 30'000;
      disk = &simulated;
      const auto appended = (*writer)->append(printed.substr(at, size));
      disk = nullptr;
      REQUIRE(appended);
      at += size;
      if (random() % 8 != 0) continue;
      simulated.lose_power(after.path(), random);
      check_truth(after.path(), printed);
    }
  }
}

}  // namespace termhost::io
