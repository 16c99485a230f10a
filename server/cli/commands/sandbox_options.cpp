#include "cli/commands/sandbox_options.hpp"

namespace termhost::cli {

void SandboxOptions::apply(protocol::SandboxSetting& setting) const {
  setting.level = protocol::from_wire_name<protocol::SandboxLevel>(level).value_or(setting.level);
  setting.network = protocol::from_wire_name<protocol::SandboxNetwork>(network).value_or(setting.network);
}

void add_sandbox_options(CLI::App& command, SandboxOptions& options) {
  CLI::Option* level = command
                           .add_option("--sandbox", options.level,
                                       "Sandbox for commands that no rule allows. auto: they write to a throw-away "
                                       "copy; workspace: they may write to the workspace, "
                                       "the temporary folder and copies of caches; readOnly: they may write nothing")
                           ->check(CLI::IsMember({"off", "auto", "workspace", "readOnly"}))
                           ->option_text("off|auto|workspace|readOnly");
  command
      .add_option("--network", options.network,
                  "With --sandbox. none (default): no network; loopback: a loopback network of the terminal's own; "
                  "all: the same network as outside")
      ->check(CLI::IsMember({"none", "loopback", "all"}))
      ->needs(level)
      ->option_text("none|loopback|all");
}

}  // namespace termhost::cli
