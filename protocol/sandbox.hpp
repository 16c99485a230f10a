// The sandbox of termhost's own terminals: its setting, and its report in a result.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

enum class SandboxLevel { Off, Workspace, ReadOnly };
constexpr auto wire_names(SandboxLevel /*tag*/) {
  return std::array{WireName{SandboxLevel::Off, "off"}, WireName{SandboxLevel::Workspace, "workspace"},
                    WireName{SandboxLevel::ReadOnly, "readOnly"}};
}

enum class SandboxNetwork { None, Loopback, All };
constexpr auto wire_names(SandboxNetwork /*tag*/) {
  return std::array{WireName{SandboxNetwork::None, "none"}, WireName{SandboxNetwork::Loopback, "loopback"},
                    WireName{SandboxNetwork::All, "all"}};
}

struct SandboxSetting {
  SandboxLevel level = SandboxLevel::Off;
  SandboxNetwork network = SandboxNetwork::None;
  std::vector<std::string> writable;
  std::vector<std::string> hidden;
  std::optional<bool> ask_inside;

  static void describe(auto& fields, auto& self) {
    fields.type("SandboxSetting");
    fields.defaulted("level", self.level,
                     "off; workspace: writes the workspace, the temporary folder and some caches; readOnly: writes "
                     "nothing.");
    fields.defaulted("network", self.network, "none; loopback: one of the terminal's own; all.");
    fields.defaulted("writable", self.writable, "Folders that may be written too; absolute.");
    fields.defaulted("hidden", self.hidden,
                     "Files and folders that look empty, in addition to known secrets; absolute.");
    fields.optional("askInside", self.ask_inside,
                    "Ask about commands that would run inside, too. Missing: where this machine can't hold all of it; "
                    "false: not even there.");
  }
};

enum class RefusedAccess { Write, Connection, Network };
constexpr auto wire_names(RefusedAccess /*tag*/) {
  return std::array{WireName{RefusedAccess::Write, "write"}, WireName{RefusedAccess::Connection, "connect"},
                    WireName{RefusedAccess::Network, "network"}};
}

struct SandboxRefusal {
  RefusedAccess access = RefusedAccess::Write;
  std::optional<std::string> target;

  static void describe(auto& fields, auto& self) {
    fields.type("SandboxRefusal");
    fields.required("access", self.access, "");
    fields.optional("target", self.target, "write: an absolute path; connect: ADDRESS:PORT.");
  }
};

struct ResultSandbox {
  SandboxLevel level = SandboxLevel::Off;
  SandboxNetwork network = SandboxNetwork::None;
  std::vector<std::string> enforced_by;
  std::vector<std::string> gaps;
  std::vector<SandboxRefusal> refused;

  static void describe(auto& fields, auto& self) {
    fields.type("ResultSandbox");
    fields.required("level", self.level, "");
    fields.required("network", self.network, "");
    fields.required("enforcedBy", self.enforced_by, "");
    fields.required("gaps", self.gaps, "The gaps of the sandbox on this machine.");
    fields.defaulted("refused", self.refused,
                     "The accesses that it refused, as the kernel reported them: each once, at most 16.");
  }
};

}  // namespace termhost::protocol
