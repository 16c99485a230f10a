// The requests of an agent or an editor that a termhost on another machine has not answered, and the answers that they
// get if the connection ends.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rpc/dialect.hpp"
#include "rpc/message.hpp"

namespace termhost::cli {

/// Not safe for several threads.
class OpenRequests {
 public:
  OpenRequests(const rpc::Dialect& dialect, std::string machine) : dialect_(dialect), machine_(std::move(machine)) {}

  /// A frame on its way to the other machine, before it is sent.
  void asked(std::string_view frame);
  /// A frame from there, as it is passed on: the result of a call that was open during a repair has a note.
  [[nodiscard]] std::string answered(std::string_view frame);
  /// The connection was lost, and is there again.
  void repaired();
  /// An answer for each open request: whether it was carried out is not known. `why`: a sentence about the end; may be
  /// empty. None is open afterwards.
  [[nodiscard]] std::vector<std::string> end(const std::string& why);
  /// The same where nothing was run: `sentence` says why.
  [[nodiscard]] std::vector<std::string> refuse(const std::string& sentence);

 private:
  struct Kind {
    bool tool = false;     ///< its answer is a tool result
    bool command = false;  ///< it runs a command
    bool repaired = false;
  };

  [[nodiscard]] Kind kind_of(const rpc::Request& request) const;
  [[nodiscard]] std::string truth_about(const Kind& kind, const std::string& why) const;

  const rpc::Dialect& dialect_;
  std::string machine_;
  std::map<rpc::RequestId, Kind> open_;
};

/// The answer to a request that has failed: of a tool, the model reads the sentence.
[[nodiscard]] std::string failure_text(const rpc::RequestId& id, bool tool, const std::string& sentence);

/// The truth about a command whose connection has ended: a sentence, and `why`, if it is not empty.
[[nodiscard]] std::string lost_command(const std::string& machine, const std::string& why);

/// The note of a result whose connection was repaired before it came.
[[nodiscard]] std::string repaired_note(const std::string& machine);

}  // namespace termhost::cli
