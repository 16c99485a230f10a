// `--sandbox` and `--network`, as every command that runs others takes them.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "protocol/sandbox.hpp"

namespace termhost::cli {

struct SandboxOptions {
  std::string level, network;  ///< names on the wire; empty: as the person's settings say

  [[nodiscard]] bool given() const { return !level.empty(); }
  void apply(protocol::SandboxSetting& setting) const;
};

/// `options` must live as long as the command.
void add_sandbox_options(CLI::App& command, SandboxOptions& options);

}  // namespace termhost::cli
