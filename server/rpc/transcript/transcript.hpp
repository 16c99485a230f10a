// A session as a file, one JSON object a line. Tests of both ends play it, and `serve --record` writes it:
//
//   {"dir":"→","msg":{…}}       the editor sends this message
//   {"dir":"→","raw":"…"}       the editor sends exactly these bytes, without a frame around them
//   {"dir":"←","msg":{…}}       termhost sends this: at least these fields, with these values
//   {"advance":"500ms"}         time passes; in us, ms or s
//   {"os":"wrote","value":{…}}  a report of the operating system in the recorded session; not for shims
//   # …                         a comment; empty lines are skipped
//
// A string "$name", such as "$create", matches any value the first time. After that it is the same value, in both
// directions. "$_" matches any value each time.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "base/expected.hpp"
#include "rpc/connection/connection.hpp"
#include "rpc/message.hpp"

namespace termhost::rpc {

struct ClientSends {
  Json message;
};
struct ClientSendsRaw {
  std::string bytes;
};
struct ServerSends {
  Json message;
};
struct TimePasses {
  base::Duration duration{0};
};
struct OsSays {
  std::string kind;
  Json value;
};

struct TranscriptStep {
  std::size_t line = 0;  ///< in the file, from 1
  std::variant<ClientSends, ClientSendsRaw, ServerSends, TimePasses, OsSays> what;
};

/// The steps, or one sentence that names the line that is wrong.
[[nodiscard]] base::Expected<std::vector<TranscriptStep>, std::string> parse_transcript(std::string_view text);

/// The line, with its line break, that records a message. A message that is not JSON is kept as the bytes of its frame.
[[nodiscard]] std::string transcript_line(Way way, std::string_view message);
[[nodiscard]] std::string transcript_line(base::Duration passed);
[[nodiscard]] std::string transcript_line(std::string_view os, const OrderedJson& value);

}  // namespace termhost::rpc
