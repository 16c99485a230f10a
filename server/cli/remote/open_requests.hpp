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
  /// A frame from there, before it is passed on.
  void answered(std::string_view frame);
  /// An answer for each open request: whether it was carried out is not known. None is open afterwards.
  [[nodiscard]] std::vector<std::string> end();

 private:
  /// Of a request.
  struct Kind {
    bool tool = false;     ///< its answer is a tool result
    bool command = false;  ///< it runs a command
  };

  [[nodiscard]] Kind kind_of(const rpc::Request& request) const;
  [[nodiscard]] std::string answer_to(const rpc::RequestId& id, const Kind& kind) const;

  const rpc::Dialect& dialect_;
  std::string machine_;
  std::map<rpc::RequestId, Kind> open_;
};

/// The truth about a command whose connection has ended: a sentence.
[[nodiscard]] std::string lost_command(const std::string& machine);

}  // namespace termhost::cli
