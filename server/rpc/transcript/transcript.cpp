#include "rpc/transcript/transcript.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "rpc/json_reader.hpp"

namespace termhost::rpc {
namespace {

constexpr long long longest_advance = 1'000'000'000'000;  // far from what the arithmetic of durations can hold

using StepOrError = base::Expected<decltype(TranscriptStep::what), std::string>;

std::string_view arrow(Way way) {
  switch (way) {
    case Way::In: return "→";
    case Way::Out: return "←";
  }
  return "";
}

StepOrError wrong(std::string what) { return base::unexpected(std::move(what)); }

StepOrError parse_advance(const Json& value) {
  const auto* text = value.get_ptr<const std::string*>();
  long long amount = 0;
  if (text != nullptr) {
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), amount);
    const std::string_view unit(end, static_cast<std::size_t>(text->data() + text->size() - end));
    const bool good = error == std::errc{} && amount >= 0 && amount <= longest_advance;
    if (good && unit == "us") return TimePasses{std::chrono::microseconds(amount)};
    if (good && unit == "ms") return TimePasses{std::chrono::milliseconds(amount)};
    if (good && unit == "s") return TimePasses{std::chrono::seconds(amount)};
  }
  return wrong("advance must be a text such as \"500ms\" or \"2s\"");
}

StepOrError parse_step(std::string_view line) {
  const auto read = read_json(line, {.depth = max_json_depth + 1});  // a message in a step
  if (!read) return wrong("the step " + read.error().what);
  const Json& row = *read;
  if (!row.is_object()) return wrong("no JSON object");
  if (row.contains("advance")) return parse_advance(row["advance"]);
  if (const std::string kind = text_field(row, "os"); !kind.empty() && row.contains("value")) {
    return OsSays{kind, row["value"]};
  }
  const std::string direction = text_field(row, "dir");
  const bool has_message = row.contains("msg") && row["msg"].is_object();
  if (direction == arrow(Way::In) && has_message) return ClientSends{row["msg"]};
  if (direction == arrow(Way::Out) && has_message) return ServerSends{row["msg"]};
  if (direction == arrow(Way::In) && row.contains("raw") && row["raw"].is_string()) {
    return ClientSendsRaw{row["raw"].get<std::string>()};
  }
  return wrong(R"(expected "dir" → or ← with "msg", → with "raw", "advance", or "os" with "value")");
}

}  // namespace

base::Expected<std::vector<TranscriptStep>, std::string> parse_transcript(std::string_view text) {
  std::vector<TranscriptStep> steps;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos || line.starts_with('#')) continue;
    auto what = parse_step(line);
    if (!what) return base::unexpected(fmt::format("line {}: {}", number, what.error()));
    steps.push_back({number, std::move(*what)});
  }
  return steps;
}

std::string transcript_line(Way way, std::string_view message) {
  if (!read_json(message)) {
    const std::string frame = framed(Framing::ContentLength, std::string(message));
    return protocol::to_text(OrderedJson{{"dir", arrow(way)}, {"raw", frame}}) + "\n";
  }
  std::string one_line(message);
  std::ranges::replace_if(
      one_line, [](char c) { return c == '\n' || c == '\r'; }, ' ');  // never within a JSON string
  return fmt::format("{{\"dir\":\"{}\",\"msg\":{}}}\n", arrow(way), one_line);
}

std::string transcript_line(base::Duration passed) { return fmt::format("{{\"advance\":\"{}us\"}}\n", passed.count()); }

std::string transcript_line(std::string_view os, const OrderedJson& value) {
  return protocol::to_text(OrderedJson{{"os", os}, {"value", value}}) + "\n";
}

}  // namespace termhost::rpc
