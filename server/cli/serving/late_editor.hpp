// The editor of an agent that found none when it started (`termhost mcp --attach`). It is looked for again when the
// agent wants to run a command. From then on the calls go to the editor's termhost, which asks its user as always.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/serving/served_stream.hpp"
#include "host/mcp/other_tools.hpp"
#include "io/file_descriptor.hpp"

namespace termhost::cli {

/// The search asks each socket, and a silent one for a second: it comes again after this time, or at once when there
/// are other sockets than before.
inline constexpr std::chrono::seconds search_interval{5};

class LateEditor final : public host::OtherTools {
 public:
  /// `client` hears the progress of calls. `gone`: the editor's termhost has ended. Both must outlive it.
  LateEditor(asio::io_context& loop, rpc::Connection& client, std::function<void()> gone)
      : loop_(loop), client_(client), gone_(std::move(gone)) {}
  ~LateEditor() override;

  [[nodiscard]] bool are_there() const override { return stream_ != nullptr; }
  bool look() override;
  [[nodiscard]] Withdraw call(const protocol::mcp::CallToolParams& params, const std::string& client,
                              host::ToolCalls::Done done) override;

 private:
  [[nodiscard]] bool is_time_to_search();
  void join();
  void greet(const std::string& client);
  /// Puts the news in front of the first result.
  void announce(protocol::ToolCallResult& result);

  asio::io_context& loop_;
  rpc::Connection& client_;
  std::function<void()> gone_;
  std::chrono::steady_clock::time_point searched_ = std::chrono::steady_clock::now();
  std::vector<std::string> sockets_;  // at the last search
  io::FileDescriptor socket_;
  std::unique_ptr<ServedStream> stream_;
  bool greeted_ = false, announced_ = false, lost_ = false;
};

}  // namespace termhost::cli
