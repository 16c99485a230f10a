#include "rpc/frames/stream_frame.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include <simdjson.h>

#include "protocol/base64.hpp"
#include "protocol/methods.hpp"
#include "rpc/frames/framer.hpp"
#include "rpc/json_string.hpp"

namespace termhost::rpc {
namespace {

static_assert(frame_padding >= unescape_slack);

struct StreamMethod {
  std::string_view name;
  std::string_view id_name;
  StreamChunk::Kind kind;
};
constexpr std::array stream_methods{
    StreamMethod{protocol::methods::shell_execution_did_write.name, "executionId", StreamChunk::Kind::ShellExecution},
    StreamMethod{protocol::methods::terminal_did_write.name, "terminalId", StreamChunk::Kind::Terminal},
};

/// Each function returns true if its part was there; after false the reading ends.
class FrameReader {
 public:
  FrameReader(std::string_view frame, char* room) : at_(frame.data()), end_(at_ + frame.size()), room_(room) {}

  std::optional<StreamChunk> read() {
    if (!object([this](std::string_view name) { return envelope_member(name); }) || !at_end()) return std::nullopt;
    if (version_ != "2.0" || !data_read_) return std::nullopt;
    const auto method = std::ranges::find(stream_methods, method_, &StreamMethod::name);
    if (method == stream_methods.end() || method->id_name != id_name_) return std::nullopt;
    chunk_.kind = method->kind;
    // Bytes that are not UTF-8 must be repaired. An escape is a whole character, so it cannot hide a broken one.
    if (!simdjson::validate_utf8(chunk_.data.data(), chunk_.data.size())) return std::nullopt;
    if (encoding_ == "base64" ? !decode() : !encoding_.empty() && encoding_ != "text") return std::nullopt;
    return chunk_;
  }

 private:
  void skip_blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
  }
  bool at_end() {
    skip_blanks();
    return at_ == end_;
  }
  bool mark(char wanted) {
    skip_blanks();
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }

  /// A string of ASCII without escapes, into `out`, which must be empty: a name that comes twice is for the general
  /// parser.
  bool plain_string(std::string_view& out) {
    if (!out.empty() || !mark('"')) return false;
    const char* const begin = at_;
    while (at_ != end_ && *at_ != '"' && *at_ != '\\' && *at_ >= ' ' && *at_ <= '~') ++at_;
    out = {begin, at_};
    return mark('"') && !out.empty();
  }

  /// `member(name)` reads the value.
  template <class Member>
  bool object(Member member) {
    if (!mark('{')) return false;
    do {
      std::string_view name;
      if (!plain_string(name) || !mark(':') || !member(name)) return false;
    } while (mark(','));
    return mark('}');
  }

  bool envelope_member(std::string_view name) {
    if (name == "jsonrpc") return plain_string(version_);
    if (name == "method") return plain_string(method_);
    return name == "params" && object([this](std::string_view param) { return params_member(param); });
  }

  bool params_member(std::string_view name) {
    if (name == "data") return data();
    if (name == "index") return index();
    if (name == "encoding") return plain_string(encoding_);
    if (std::ranges::find(stream_methods, name, &StreamMethod::id_name) == stream_methods.end()) return false;
    id_name_ = name;
    return plain_string(chunk_.id);
  }

  bool data() {
    if (data_read_ || !mark('"')) return false;
    const Unescaped unescaped = unescape(at_, end_, room_);
    if (unescaped.after == nullptr) return false;
    at_ = unescaped.after;
    chunk_.data = {room_, unescaped.end};
    return data_read_ = true;
  }

  /// The decoded data are not longer than the digits.
  bool decode() {
    std::string bytes;
    if (!protocol::decode_base64(chunk_.data, bytes)) return false;
    std::ranges::copy(bytes, room_);
    chunk_.data = {room_, bytes.size()};
    return true;
  }

  bool index() {
    skip_blanks();
    std::int32_t value = 0;
    const auto [after, error] = std::from_chars(at_, end_, value);
    const bool leading_zero = at_ != end_ && *at_ == '0' && after - at_ > 1;
    if (chunk_.index || error != std::errc{} || value < 0 || leading_zero || *at_ == '-') return false;
    at_ = after;
    chunk_.index = value;
    return true;
  }

  const char* at_;
  const char* end_;
  char* room_;
  std::string_view version_, method_, id_name_, encoding_;
  bool data_read_ = false;
  StreamChunk chunk_;
};

}  // namespace

std::optional<StreamChunk> read_stream_frame(std::string_view frame, char* room) {
  return FrameReader(frame, room).read();
}

}  // namespace termhost::rpc
