#include "rpc/stream_parser.hpp"

#include <algorithm>
#include <array>

#include <simdjson.h>

#include "protocol/base64.hpp"
#include "protocol/methods.hpp"
#include "rpc/framer.hpp"
#include "rpc/stream_frame.hpp"

namespace termhost::rpc {
namespace {

namespace dom = simdjson::dom;

static_assert(frame_padding >= simdjson::SIMDJSON_PADDING);

// The parser keeps about ten bytes per byte of its largest document; larger frames are rare and go the general way.
constexpr std::size_t largest_frame = std::size_t{1} << 20;

struct StreamMethod {
  std::string_view name;
  StreamChunk::Kind kind;
  std::string_view id_field;
};

constexpr std::array stream_methods{
    StreamMethod{protocol::methods::shell_execution_did_write.name, StreamChunk::Kind::ShellExecution, "executionId"},
    StreamMethod{protocol::methods::terminal_did_write.name, StreamChunk::Kind::Terminal, "terminalId"}};

const StreamMethod* method_of(const dom::object& envelope) {
  std::string_view version;
  std::string_view name;
  if (envelope.at_key("jsonrpc").get(version) != simdjson::SUCCESS || version != "2.0") return nullptr;
  if (envelope.at_key("method").get(name) != simdjson::SUCCESS) return nullptr;
  if (envelope.at_key("id").error() != simdjson::NO_SUCH_FIELD) return nullptr;  // a request, not for us
  const auto found = std::ranges::find(stream_methods, name, &StreamMethod::name);
  return found == stream_methods.end() ? nullptr : &*found;
}

/// True where the field is missing or was read into `out`.
template <class T>
bool read_optional(const dom::object& object, std::string_view name, std::optional<T>& out) {
  const auto value = object.at_key(name);
  return value.error() == simdjson::NO_SUCH_FIELD || value.get(out.emplace()) == simdjson::SUCCESS;
}

}  // namespace

struct StreamParser::Impl {
  dom::parser parser;
  std::string decoded;     // of base64
  std::vector<char> room;  // for the data of a plain frame
};

StreamParser::StreamParser() : impl_(std::make_unique<Impl>()) {}
StreamParser::~StreamParser() = default;
StreamParser::StreamParser(StreamParser&&) noexcept = default;
StreamParser& StreamParser::operator=(StreamParser&&) noexcept = default;

std::optional<StreamChunk> StreamParser::parse(std::string_view frame) {
  if (frame.size() > largest_frame) return std::nullopt;
  if (impl_->room.size() < frame.size() + frame_padding) impl_->room.resize(frame.size() + frame_padding);
  if (const auto plain = read_stream_frame(frame, impl_->room.data())) return plain;
  dom::object envelope;
  dom::object params;
  if (impl_->parser.parse(frame.data(), frame.size(), false).get(envelope) != simdjson::SUCCESS) return std::nullopt;
  const StreamMethod* method = method_of(envelope);
  if (method == nullptr || envelope.at_key("params").get(params) != simdjson::SUCCESS) return std::nullopt;

  StreamChunk chunk{.kind = method->kind, .id = {}, .data = {}, .index = {}};
  std::optional<std::string_view> encoding;
  const bool good = params.at_key(method->id_field).get(chunk.id) == simdjson::SUCCESS &&
                    params.at_key("data").get(chunk.data) == simdjson::SUCCESS &&
                    read_optional(params, "encoding", encoding) && read_optional(params, "index", chunk.index);
  if (!good || (chunk.index && (*chunk.index < 0 || *chunk.index > INT32_MAX))) return std::nullopt;
  if (encoding.value_or("text") == "text") return chunk;
  if (encoding != "base64" || !protocol::decode_base64(chunk.data, impl_->decoded)) return std::nullopt;
  chunk.data = impl_->decoded;
  return chunk;
}

}  // namespace termhost::rpc
