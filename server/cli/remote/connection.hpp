// A connection to a termhost on another machine, over the input and output of a carrier.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/expected.hpp"
#include "cli/remote/bootstrap.hpp"
#include "cli/remote/destination.hpp"
#include "io/piped_program_posix.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/methods.hpp"

namespace termhost::cli {

class RemoteConnection {
 public:
  /// A failure; `began`: the request had been sent, so it is not known what the other termhost did.
  struct Failure {
    std::string sentence;
    bool began = false;
  };
  template <class T>
  using Answer = base::Expected<T, Failure>;

  /// Starts the carrier and a termhost there. Blocks. The error is a sentence: nothing was run.
  [[nodiscard]] static base::Expected<std::shared_ptr<RemoteConnection>, std::string> open(Destination destination);

  /// The first request, and its answer.
  template <class Params, class Result>
  [[nodiscard]] Answer<Result> request(const protocol::RequestMethod<Params, Result>& method, const Params& params) {
    const auto json = ask(method.name, protocol::encode(params));
    if (!json) return base::unexpected(json.error());
    auto result = protocol::decode<Result>(*json, "result");
    if (result) return *std::move(result);
    return base::unexpected(Failure{machine() + " answered in a way that this termhost does not understand", true});
  }

  [[nodiscard]] const std::string& machine() const { return destination_.name; }
  [[nodiscard]] io::PipedProgram& program() { return *program_; }
  /// Bytes that have come after the answer.
  [[nodiscard]] const std::string& rest() const { return received_; }
  /// The carrier has closed its output: its exit status, soon.
  int end();

 private:
  class Errors;

  RemoteConnection(Destination destination, std::unique_ptr<io::PipedProgram> program);
  [[nodiscard]] base::Expected<void, std::string> start_termhost(AnswerReader reader,
                                                                 const std::vector<CarriedProgram>& programs);
  [[nodiscard]] base::Expected<BootstrapAnswer, std::string> next_answer(AnswerReader& reader);
  [[nodiscard]] base::Expected<void, std::string> send_program(const std::string& kind,
                                                               const std::vector<CarriedProgram>& programs);
  [[nodiscard]] Answer<protocol::Json> ask(std::string_view method, const protocol::OrderedJson& params);
  [[nodiscard]] bool receive();
  [[nodiscard]] std::string why_ended();

  Destination destination_;
  std::unique_ptr<io::PipedProgram> program_;
  std::shared_ptr<Errors> errors_;
  std::string received_;
};

}  // namespace termhost::cli
