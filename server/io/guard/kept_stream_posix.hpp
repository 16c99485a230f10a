// The output of a terminal since its open command was handed to the shell, and that command's state, in memory that
// termhost and the guard of the terminal both hold. It outlives termhost: the guard goes on writing where termhost was
// killed, and the next termhost reads everything again.
//
// One process writes at a time: termhost, and after its end the guard. The kernel writes what a read() brings directly
// into this memory. A process that is killed between the read and the note of its length loses nothing: the place was
// filled with a byte that no text has, so settle() sees how much has landed. (Binary output whose last byte at that
// very moment is 0xFF loses that byte.)
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// The version of this memory and of the guard's answers. A successor must understand it.
inline constexpr int kept_version = 1;

/// Output that can be kept; a command that prints more is taken over without its beginning.
inline constexpr std::size_t kept_bytes = 16 * 1024 * 1024;

struct KeptCommand {
  std::string_view state;         ///< what its owner has written for a successor; valid while nothing is opened
  std::uint32_t seconds = 0;      ///< that its terminal waits after the death of its termhost
  bool outlives_its_end = false;  ///< it also waits after an orderly end, and without a limit
};

class KeptStream {
 public:
  /// A new one, with a descriptor that is not below `lowest`; nothing where the system can't share memory.
  [[nodiscard]] static std::optional<KeptStream> make(int lowest);
  /// One that another process has made; nothing if it is not one of this version.
  [[nodiscard]] static std::optional<KeptStream> open(FileDescriptor memory);
  KeptStream(KeptStream&& other) noexcept;
  KeptStream& operator=(KeptStream&& other) noexcept;
  ~KeptStream();

  [[nodiscard]] const FileDescriptor& memory() const { return memory_; }
  /// The memory stays; nobody can get it from this process any more.
  void close_descriptor() { memory_.reset(); }

  // For the process that reads the terminal.

  /// A place for the next read, never empty.
  [[nodiscard]] std::span<char> landing_place();
  /// So many bytes have come to it.
  void landed(std::size_t bytes);
  /// All that has landed was acted on.
  void handled();

  // For the owner of the command.

  /// From now on the output is that of this command. False: its state is too long, and no command is open.
  [[nodiscard]] bool open_command(const KeptCommand& command);
  /// Another state of the same command. False: it is too long, and nothing has changed.
  bool change_state(std::string_view state);
  void close_command();

  // For the guard after the end of the owner, and for the successor.

  [[nodiscard]] std::optional<KeptCommand> command() const;
  /// Notes what a killed process had read and not noted.
  void settle();
  /// No more fits without losing what a successor needs.
  [[nodiscard]] bool full() const;
  /// The beginning of the output is gone.
  [[nodiscard]] bool beginning_lost() const;
  /// Output that the owner has acted on, and output that nobody has: in their order, in one or two pieces.
  [[nodiscard]] std::vector<std::string_view> acted_on() const;
  [[nodiscard]] std::vector<std::string_view> unseen() const;
  /// The last bytes, at most so many.
  [[nodiscard]] std::vector<std::string_view> last(std::size_t bytes) const;

 private:
  struct Header;
  KeptStream(FileDescriptor memory, void* map);

  [[nodiscard]] std::uint64_t begin() const;  // position of the first byte of the open command
  [[nodiscard]] std::uint64_t end() const;
  [[nodiscard]] std::size_t index_of(std::uint64_t position) const;
  [[nodiscard]] std::vector<std::string_view> between(std::uint64_t from, std::uint64_t to) const;
  bool write_slot(const KeptCommand& command, std::uint64_t begin);
  void give_back_pages();

  FileDescriptor memory_;
  Header* header_;
  char* bytes_;
  std::uint64_t marked_ = 0;  // position up to which the place is filled with the mark
  std::size_t reached_ = 0;   // largest index that was written
  bool pages_to_spare_ = false;
};

}  // namespace termhost::io
