#include "io/guard/kept_stream_posix.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <utility>

#include "io/guard/kept_memory.hpp"

namespace termhost::io {
namespace {

constexpr std::uint64_t magic = 0x7468'6b65'7074'0000 + kept_version;
constexpr std::size_t state_bytes = 256 * 1024;
constexpr std::size_t header_bytes = 4096;
constexpr std::size_t read_bytes = 8192;  // a PTY gives half of that
constexpr std::size_t pages_to_keep = 1024 * 1024;
/// No text has it: UTF-8 has no such byte.
constexpr char mark = '\xff';

constexpr int landing_bits = 16;
constexpr std::uint64_t landing_mask = (1u << landing_bits) - 1;

}  // namespace

/// A state is written to the slot that is not in use; then one store makes it the state in use, and the output that
/// follows its own.
struct KeptStream::Header {
  struct Slot {
    std::uint64_t begin;
    std::uint32_t size, seconds, outlives_its_end;
    char state[state_bytes];
  };

  std::uint64_t magic;
  std::atomic<std::uint64_t> end;  // position behind the last byte, and the size of the place of the next ones
  std::atomic<std::uint64_t> handled;
  std::atomic<std::uint64_t> begin;  // where no command is open
  std::atomic<std::uint32_t> slot;   // 1 or 2; 0: no command is open
  alignas(header_bytes) Slot slots[2];
};

namespace {

constexpr std::size_t round_up(std::size_t size) { return (size + header_bytes - 1) / header_bytes * header_bytes; }

}  // namespace

KeptStream::KeptStream(FileDescriptor memory, void* map)
    : memory_(std::move(memory)),
      header_(static_cast<Header*>(map)),
      bytes_(static_cast<char*>(map) + round_up(sizeof(Header))) {}

KeptStream::KeptStream(KeptStream&& other) noexcept
    : memory_(std::move(other.memory_)),
      header_(std::exchange(other.header_, nullptr)),
      bytes_(other.bytes_),
      marked_(other.marked_),
      reached_(other.reached_),
      pages_to_spare_(other.pages_to_spare_) {}

KeptStream& KeptStream::operator=(KeptStream&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(header_, other.header_);
  std::swap(bytes_, other.bytes_);
  std::swap(marked_, other.marked_);
  std::swap(reached_, other.reached_);
  std::swap(pages_to_spare_, other.pages_to_spare_);
  return *this;
}

KeptStream::~KeptStream() {
  if (header_ != nullptr) ::munmap(header_, round_up(sizeof(Header)) + kept_bytes);
}

std::optional<KeptStream> KeptStream::make(int lowest) {
  const FileDescriptor made_anywhere = make_kept_memory(round_up(sizeof(Header)) + kept_bytes);
  FileDescriptor memory(made_anywhere ? ::fcntl(made_anywhere.get(), F_DUPFD_CLOEXEC, lowest) : -1);
  if (!memory) return std::nullopt;
  void* const map =
      ::mmap(nullptr, round_up(sizeof(Header)) + kept_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
  if (map == MAP_FAILED) return std::nullopt;
  KeptStream made(std::move(memory), map);
  made.header_->magic = magic;
  return made;
}

std::optional<KeptStream> KeptStream::open(FileDescriptor memory) {
  void* const map =
      ::mmap(nullptr, round_up(sizeof(Header)) + kept_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
  if (map == MAP_FAILED) return std::nullopt;
  KeptStream opened(std::move(memory), map);
  if (opened.header_->magic != magic) return std::nullopt;
  opened.reached_ = static_cast<std::size_t>(std::min<std::uint64_t>(opened.end() - opened.begin(), kept_bytes));
  return opened;
}

std::uint64_t KeptStream::end() const { return header_->end.load() >> landing_bits; }

std::uint64_t KeptStream::begin() const {
  const std::uint32_t slot = header_->slot.load();
  return slot == 0 ? header_->begin.load() : header_->slots[slot - 1].begin;
}

std::size_t KeptStream::index_of(std::uint64_t position) const {
  return static_cast<std::size_t>((position - begin()) % kept_bytes);
}

std::span<char> KeptStream::landing_place() {
  if (std::exchange(pages_to_spare_, false)) give_back_pages();
  const std::uint64_t at = end();
  const std::size_t index = index_of(at), size = std::min(read_bytes, kept_bytes - index);
  const std::size_t done = static_cast<std::size_t>(std::clamp<std::uint64_t>(marked_, at, at + size) - at);
  std::memset(bytes_ + index + done, mark, size - done);
  marked_ = at + size;
  reached_ = std::max(reached_, index + size);
  header_->end.store(at << landing_bits | size);
  return {bytes_ + index, size};
}

void KeptStream::landed(std::size_t bytes) { header_->end.store((end() + bytes) << landing_bits); }

void KeptStream::handled() { header_->handled.store(end()); }

/// The pages that earlier output filled beyond `pages_to_keep` are given back. This waits for the next read, because
/// that output may still be looked at when a command is opened.
void KeptStream::give_back_pages() {
  if (reached_ <= pages_to_keep) return;
  give_back(bytes_ + pages_to_keep, kept_bytes - pages_to_keep);
  reached_ = 0;
}

bool KeptStream::open_command(const KeptCommand& command) {
  if (!write_slot(command, end())) {
    close_command();
    return false;
  }
  pages_to_spare_ = true;
  marked_ = 0;
  return true;
}

bool KeptStream::change_state(std::string_view state) {
  std::optional<KeptCommand> known = command();
  if (!known) return false;
  known->state = state;
  return write_slot(*known, begin());
}

bool KeptStream::write_slot(const KeptCommand& command, std::uint64_t begin) {
  if (command.state.size() > state_bytes) return false;
  const std::uint32_t used = header_->slot.load(), next = used == 1 ? 2 : 1;
  Header::Slot& slot = header_->slots[next - 1];
  slot.begin = begin;
  slot.size = static_cast<std::uint32_t>(command.state.size());
  slot.seconds = command.seconds;
  slot.outlives_its_end = command.outlives_its_end ? 1 : 0;
  std::memcpy(slot.state, command.state.data(), command.state.size());
  header_->slot.store(next);
  return true;
}

void KeptStream::close_command() {
  header_->begin.store(begin());
  header_->slot.store(0);
}

std::optional<KeptCommand> KeptStream::command() const {
  const std::uint32_t used = header_->slot.load();
  if (used == 0) return std::nullopt;
  const Header::Slot& slot = header_->slots[used - 1];
  return KeptCommand{
      {slot.state, std::min<std::size_t>(slot.size, state_bytes)}, slot.seconds, slot.outlives_its_end != 0};
}

void KeptStream::settle() {
  const std::uint64_t noted = header_->end.load();
  std::size_t size = noted & landing_mask;
  const char* const place = bytes_ + index_of(noted >> landing_bits);
  while (size > 0 && place[size - 1] == mark) --size;
  landed(size);
  marked_ = 0;
}

bool KeptStream::full() const {
  const std::uint64_t needed = beginning_lost() ? header_->handled.load() : begin();
  return end() - needed + read_bytes >= kept_bytes;
}

bool KeptStream::beginning_lost() const { return end() - begin() >= kept_bytes; }

std::vector<std::string_view> KeptStream::between(std::uint64_t from, std::uint64_t to) const {
  std::vector<std::string_view> pieces;
  from = std::max(from, to - std::min<std::uint64_t>(to, kept_bytes));
  while (from < to) {
    const std::size_t index = index_of(from);
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(to - from, kept_bytes - index));
    pieces.emplace_back(bytes_ + index, size);
    from += size;
  }
  return pieces;
}

std::vector<std::string_view> KeptStream::acted_on() const {
  if (beginning_lost()) return {};
  return between(begin(), std::max(begin(), header_->handled.load()));
}

std::vector<std::string_view> KeptStream::unseen() const {
  return between(std::max(begin(), header_->handled.load()), end());
}

std::vector<std::string_view> KeptStream::last(std::size_t bytes) const {
  const std::uint64_t from = end() - std::min<std::uint64_t>(end() - begin(), bytes);
  return between(from, end());
}

}  // namespace termhost::io
