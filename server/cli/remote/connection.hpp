// A connection to a termhost on another machine, over the input and output of a carrier.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expected.hpp"
#include "cli/remote/bootstrap.hpp"
#include "cli/remote/destination.hpp"
#include "cli/remote/remote_answer.hpp"
#include "io/handle.hpp"
#include "io/piped_program_posix.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/methods.hpp"

namespace termhost::cli {

class RemoteConnection {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the carrier and a termhost there. Blocks, until `until` if nothing there answers, or until `stop` can be
  /// read. The error is a sentence: nothing was run.
  [[nodiscard]] static base::Expected<std::unique_ptr<RemoteConnection>, std::string> open(
      const Destination& destination, Clock::time_point until, io::Handle stop);

  /// The first request, and its answer.
  template <class Params, class Result>
  [[nodiscard]] RemoteAnswer<Result> request(const protocol::RequestMethod<Params, Result>& method,
                                             const Params& params) {
    return decoded<Result>(ask(method.name, protocol::encode(params)), machine());
  }

  [[nodiscard]] const std::string& machine() const { return destination_.name; }
  [[nodiscard]] io::PipedProgram& program() { return *program_; }
  /// Bytes that have come after the answer, once.
  [[nodiscard]] std::string take_rest() { return std::exchange(received_, {}); }
  /// The carrier has closed its output: its exit status, soon.
  int end();

 private:
  class Errors;

  RemoteConnection(const Destination& destination, std::unique_ptr<io::PipedProgram> program, Clock::time_point until,
                   io::Handle stop);
  [[nodiscard]] base::Expected<void, std::string> start_termhost(AnswerReader reader,
                                                                 const std::vector<CarriedProgram>& programs);
  [[nodiscard]] base::Expected<BootstrapAnswer, std::string> next_answer(AnswerReader& reader);
  [[nodiscard]] base::Expected<void, std::string> send_program(const std::string& kind,
                                                               const std::vector<CarriedProgram>& programs);
  [[nodiscard]] RemoteAnswer<protocol::Json> ask(std::string_view method, const protocol::OrderedJson& params);
  /// False: the carrier has ended, or time is over.
  [[nodiscard]] bool receive();
  [[nodiscard]] std::string why_ended();

  Destination destination_;
  Clock::time_point begun_ = Clock::now(), until_;
  io::Handle stop_;
  bool timed_out_ = false;
  std::unique_ptr<io::PipedProgram> program_;
  std::shared_ptr<Errors> errors_;
  std::string received_;
};

}  // namespace termhost::cli
