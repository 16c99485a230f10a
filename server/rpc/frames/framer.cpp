#include "rpc/frames/framer.hpp"

#include <utility>

#include <fmt/format.h>

#include "rpc/frames/content_length.hpp"
#include "rpc/frames/frame_buffer.hpp"

namespace termhost::rpc {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// A JSON-RPC message is an object (or an array of them): anything else was cut in the wrong place.
bool looks_like_message(std::string_view body) {
  const std::size_t first = body.find_first_not_of(blanks);
  if (first == std::string_view::npos) return false;
  const char open = body[first];
  const char close = body[body.find_last_not_of(blanks)];
  return (open == '{' && close == '}') || (open == '[' && close == ']');
}

class ContentLengthFramer final : public Framer {
 public:
  void feed(std::string_view bytes) override { buffer_.append(bytes); }

  FramerEvent next() override {
    buffer_.consume(std::exchange(used_, 0));
    if (state_ == State::Resynchronising && !resynchronise()) return NeedMore{};
    if (state_ == State::Header) {
      skip_blank_lines();
      const HeaderResult result = read_header(buffer_.view());
      if (std::holds_alternative<HeaderIncomplete>(result)) return NeedMore{};
      if (const auto* broken = std::get_if<HeaderBroken>(&result)) return problem(broken->what, broken->resume);
      header_ = std::get<HeaderBlock>(result);
      scanned_ = header_.size;
      state_ = State::Body;
    }
    return next_body();
  }

  FramerEvent finish() override {
    buffer_.consume(std::exchange(used_, 0));
    const std::size_t rest = buffer_.view().size();
    switch (state_) {
      case State::Resynchronising: return NeedMore{};
      case State::Header:
        if (buffer_.view().find_first_not_of(blanks) == std::string_view::npos) return NeedMore{};
        return FramingProblem{fmt::format("the input ended within a header, after {} bytes of it", rest)};
      case State::Body:
        return FramingProblem{fmt::format("the input ended within a message, after {} of its {} bytes",
                                          rest - header_.size, header_.body_length)};
    }
    return NeedMore{};
  }

 private:
  enum class State { Header, Body, Resynchronising };

  FramerEvent next_body() {
    const std::string_view bytes = buffer_.view();
    const std::size_t frame_size = header_.size + header_.body_length;
    if (const auto inner = find_header(bytes.substr(0, frame_size), scanned_)) {
      return problem(fmt::format("a message of Content-Length {} held the next header after {} bytes",
                                 header_.body_length, *inner - header_.size),
                     *inner);
    }
    if (bytes.size() < frame_size) {
      // A header line may be half here: look at its beginning again.
      scanned_ = std::max(header_.size, bytes.size() - std::min(bytes.size(), header_line_bytes));
      return NeedMore{};
    }
    const std::string_view body = bytes.substr(header_.size, header_.body_length);
    if (!looks_like_message(body)) {
      return problem(fmt::format("the body of Content-Length {} is not a JSON message", header_.body_length),
                     header_.size);
    }
    state_ = State::Header;
    used_ = frame_size;
    return Frame{body};
  }

  FramerEvent problem(std::string_view what, std::size_t resume) {
    buffer_.consume(resume);
    state_ = State::Resynchronising;
    return FramingProblem{fmt::format("{}; skipped to the next header", what)};
  }

  /// True once the buffer begins with a header line.
  bool resynchronise() {
    const std::string_view bytes = buffer_.view();
    if (const auto start = find_header(bytes, 0)) {
      buffer_.consume(*start);
      state_ = State::Header;
      return true;
    }
    buffer_.consume(bytes.size() - std::min(bytes.size(), header_line_bytes));
    return false;
  }

  /// Some clients end a body with a line break that they do not count.
  void skip_blank_lines() {
    const std::size_t text = buffer_.view().find_first_not_of("\r\n");
    buffer_.consume(text == std::string_view::npos ? buffer_.view().size() : text);
  }

  FrameBuffer buffer_;
  State state_ = State::Header;
  HeaderBlock header_;
  std::size_t scanned_ = 0;  // of the body in the buffer: searched for an inner header
  std::size_t used_ = 0;     // the frame last handed out; given up on the next call
};

class LineFramer final : public Framer {
 public:
  void feed(std::string_view bytes) override {
    buffer_.consume(std::exchange(used_, 0));
    buffer_.append(bytes);
  }

  FramerEvent next() override {
    while (true) {
      buffer_.consume(std::exchange(used_, 0));
      const std::string_view bytes = buffer_.view();
      const std::size_t newline = bytes.find('\n', scanned_);
      if (newline == std::string_view::npos) return without_newline(bytes);
      scanned_ = 0;
      used_ = newline + 1;
      if (std::exchange(skipping_, false)) continue;
      const std::string_view line = bytes.substr(0, newline);
      if (line.find_first_not_of(blanks) != std::string_view::npos) return Frame{line};
    }
  }

  FramerEvent finish() override {
    buffer_.consume(std::exchange(used_, 0));
    if (skipping_ || buffer_.view().find_first_not_of(blanks) == std::string_view::npos) return NeedMore{};
    return FramingProblem{fmt::format("the input ended within a line, after {} bytes of it", buffer_.view().size())};
  }

 private:
  FramerEvent without_newline(std::string_view bytes) {
    scanned_ = bytes.size();
    if (!skipping_ && bytes.size() <= max_frame_bytes) return NeedMore{};
    buffer_.consume(bytes.size());
    scanned_ = 0;
    if (std::exchange(skipping_, true)) return NeedMore{};
    return FramingProblem{fmt::format("a line is longer than {} bytes; skipped to the next line", max_frame_bytes)};
  }

  FrameBuffer buffer_;
  std::size_t scanned_ = 0;
  std::size_t used_ = 0;
  bool skipping_ = false;
};

}  // namespace

std::unique_ptr<Framer> make_framer(Framing framing) {
  switch (framing) {
    case Framing::ContentLength: return std::make_unique<ContentLengthFramer>();
    case Framing::Lines: return std::make_unique<LineFramer>();
  }
  return nullptr;
}

std::string framed(Framing framing, std::string text) {
  if (framing == Framing::Lines) return std::move(text += '\n');
  return std::move(text.insert(0, fmt::format("Content-Length: {}\r\n\r\n", text.size())));
}

}  // namespace termhost::rpc
