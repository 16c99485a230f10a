// A connection in memory: feeds messages, collects what is sent and logged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/methods.hpp"
#include "rpc/connection/connection.hpp"

namespace termhost::rpc {

struct Session : FrameSink {
  explicit Session(const Dialect& used = editor_dialect) : dialect(used) {}

  Dialect dialect;
  std::vector<std::string> out;
  std::vector<std::string> log;
  Connection connection{dialect, *this, {[this](std::string_view line) { log.emplace_back(line); }, {}}};

  void write(std::string frame) override {
    out.push_back(dialect.framing == Framing::Lines ? frame.substr(0, frame.size() - 1)
                                                    : frame.substr(frame.find("\r\n\r\n") + 4));
  }
  bool write_droppable(std::string frame) override { return write(std::move(frame)), true; }

  Dispatcher& incoming() { return connection.incoming(); }
  void feed(std::string_view text) { connection.feed(framed(dialect.framing, std::string(text))); }
  /// What is sent in answer to `text`.
  std::vector<std::string> ask(std::string_view text) {
    out.clear();
    feed(text);
    return std::move(out);
  }
  void initialize() {
    incoming().on(protocol::methods::initialize, [](const protocol::InitializeParams&, auto reply) { reply({}); });
    incoming().on(protocol::methods::shutdown, [](protocol::Nothing, auto reply) { reply({}); });
    feed(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"capabilities":{}}})");
    out.clear();
  }
};

}  // namespace termhost::rpc
