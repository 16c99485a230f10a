// A stream that survives its carrier: parts are numbered, and stay here until the other side has them. Each side of a
// connection has one. On a new carrier both say how many parts have come, and the rest is sent again.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::io {

struct Part {
  enum class Kind {
    Messages,
    Errors,  ///< for standard error
    End,     ///< the last part; its text is an exit status, or empty
  };
  Kind kind = Kind::Messages;
  std::string text;
};

class NumberedParts {
 public:
  void send(Part part);
  /// False: enough waits for the other side.
  [[nodiscard]] bool has_room() const;
  /// The other side has everything.
  [[nodiscard]] bool all_arrived() const { return kept_.empty(); }
  /// Parts of the other side that have come.
  [[nodiscard]] std::uint64_t received() const { return received_; }

  /// A new carrier, over which `arrived` of our parts need not go again. False: there were never so many.
  [[nodiscard]] bool begin_carrier(std::uint64_t arrived);
  /// The bytes for the carrier, valid until the next call of any other method.
  [[nodiscard]] std::string_view to_write();
  void written(std::size_t size) { written_ += size; }
  /// Bytes from the carrier; adds the parts that are complete. False: they are not of such a stream.
  [[nodiscard]] bool feed(std::string_view bytes, std::vector<Part>& parts);

 private:
  [[nodiscard]] bool arrived(std::uint64_t count);
  [[nodiscard]] std::string frame(char kind, std::string_view text);

  std::deque<Part> kept_;    // sent, and not known to have arrived
  std::uint64_t first_ = 0;  // the number of the first of them
  std::size_t next_ = 0;     // of them, for this carrier
  std::size_t kept_bytes_ = 0;
  std::string out_;  // a frame, of which so much is written
  std::size_t written_ = 0;
  std::string in_;  // a frame, as far as it has come
  std::uint64_t received_ = 0;
  std::size_t unconfirmed_ = 0;  // bytes
  bool must_confirm_ = false;
};

}  // namespace termhost::io
