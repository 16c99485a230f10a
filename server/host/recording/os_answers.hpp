// The operating system's answers on their way to the host: each is written to a recording, or comes from one.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "host/recording/os_record.hpp"
#include "host/wire/sandbox_wire.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "rpc/transcript/transcript.hpp"

namespace termhost::host {

/// Writes one "os" line: its name in os_record.hpp, and its value.
using RecordOs = std::function<void(std::string_view what, const protocol::OrderedJson& value)>;

namespace record {

/// The form of an answer in a recording: `Line` is written, and read back.
template <class Answer>
struct Form {
  using Line = Answer;
  static const Line& line(const Answer& answer) { return answer; }
  static Answer answer(Line line) { return line; }
};

template <>
struct Form<sandbox::Enforcement> {
  using Line = Value<sandbox::Enforcement>;
  static Line line(const sandbox::Enforcement& answer) { return {answer}; }
  static sandbox::Enforcement answer(Line line) { return std::move(line.value); }
};

template <>
struct Form<std::vector<sandbox::Refusal>> {
  using Line = std::vector<protocol::SandboxRefusal>;
  static Line line(const std::vector<sandbox::Refusal>& answer) { return to_wire(answer); }
  static std::vector<sandbox::Refusal> answer(const Line& line) { return from_wire(line); }
};

template <>
struct Form<sandbox::Changes> {
  using Line = Changes;
  static Line line(const sandbox::Changes& answer) {
    return {to_wire(answer.list), static_cast<std::int64_t>(answer.more), answer.is_complete, answer.caches};
  }
  static sandbox::Changes answer(const Line& line) {
    return {from_wire(line.list), static_cast<std::size_t>(line.more), line.is_complete, line.caches};
  }
};

template <class T>
struct Form<std::vector<T>> {
  using Line = std::vector<Value<T>>;
  static Line line(const std::vector<T>& answer) {
    Line line;
    for (const T& value : answer) line.push_back({value});
    return line;
  }
  static std::vector<T> answer(Line line) {
    std::vector<T> answer;
    for (Value<T>& one : line) answer.push_back(std::move(one.value));
    return answer;
  }
};

template <class T>
struct Form<std::optional<T>> {
  using Line = Seen<T>;
  static Line line(const std::optional<T>& answer) { return {answer.has_value(), answer.value_or(T{})}; }
  static std::optional<T> answer(Line line) { return line.there ? std::optional(std::move(line.value)) : std::nullopt; }
};

template <class T, class E>
struct Form<base::Expected<T, E>> {
  using Error = std::conditional_t<std::is_same_v<E, OpenError>, Value<OpenError>, E>;
  using Content = std::conditional_t<std::is_void_v<T>, protocol::Nothing, T>;
  using Line = Outcome<Content, Error>;
  static Line line(const base::Expected<T, E>& answer) {
    if (!answer) return {Error{answer.error()}, {}};
    if constexpr (std::is_void_v<T>)
      return {};
    else
      return {{}, *answer};
  }
  static base::Expected<T, E> answer(Line line) {
    if constexpr (std::is_same_v<E, OpenError>) {
      if (line.error) return base::unexpected(std::move(line.error->value));
    } else {
      if (line.error) return base::unexpected(std::move(*line.error));
    }
    if constexpr (std::is_void_v<T>)
      return {};
    else
      return std::move(line.value);
  }
};

/// The answer of a port with nothing behind it, told as the end of the recording where it is an error.
template <class Answer>
Answer unrecorded(Answer answer) {
  constexpr const char* why = "the recording has no more of these";
  if constexpr (std::is_same_v<Answer, sandbox::Enforcement>)
    answer.problem = why;
  else if constexpr (requires { answer.error().context; }) {
    if (!answer) answer.error().context = why;
  } else if constexpr (requires { answer.error(); }) {
    if (!answer) answer.error() = why;
  }
  return answer;
}

}  // namespace record

class OsAnswers {
 public:
  /// Records.
  explicit OsAnswers(RecordOs record) : record_(std::move(record)) {}
  /// Replays.
  explicit OsAnswers(const std::vector<rpc::TranscriptStep>& steps) {
    for (const rpc::TranscriptStep& step : steps)
      if (const auto* says = std::get_if<rpc::OsSays>(&step.what)) recorded_[says->kind].push_back(says->value);
  }

  /// The answer that `ask` gives, which is recorded; in a replay the recorded one. If a replay asks for more than was
  /// recorded it gets an error, as if the operating system had failed.
  template <class Ask>
  [[nodiscard]] auto answer(std::string_view what, Ask ask) {
    using Answer = decltype(ask());
    using Form = record::Form<Answer>;
    if (!records()) {
      auto line = take<typename Form::Line>(what);
      return line ? Form::answer(std::move(*line)) : record::unrecorded(ask());
    }
    Answer answer = ask();
    record_(what, protocol::encode(Form::line(answer)));
    return answer;
  }

  /// The next recorded line of a kind, or nothing if there is none or it can't be read.
  template <class Line>
  [[nodiscard]] std::optional<Line> take(std::string_view what) {
    auto& lines = recorded_[std::string(what)];
    if (lines.empty()) return std::nullopt;
    auto decoded = protocol::decode<Line>(lines.front(), what);
    lines.pop_front();
    return decoded ? std::optional<Line>(std::move(*decoded)) : std::nullopt;
  }

  [[nodiscard]] bool records() const { return static_cast<bool>(record_); }
  [[nodiscard]] bool has(std::string_view what) const { return recorded_.contains(std::string(what)); }

 private:
  RecordOs record_;
  std::map<std::string, std::deque<protocol::Json>> recorded_;
};

}  // namespace termhost::host
