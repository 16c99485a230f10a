// The sandbox of termhost's own terminals: its setting, and its report in a result.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

/// The place of commands that no rule allows. In the order of the levels of sandbox/sandbox.hpp.
enum class SandboxLevel { Off, Auto, Workspace, ReadOnly };
constexpr auto wire_names(SandboxLevel /*tag*/) {
  return std::array{WireName{SandboxLevel::Off, "off"}, WireName{SandboxLevel::Auto, "auto"},
                    WireName{SandboxLevel::Workspace, "workspace"}, WireName{SandboxLevel::ReadOnly, "readOnly"}};
}

/// The sandbox of a terminal. In the same order.
enum class SandboxPlace { Off, Trial, Workspace, ReadOnly };
constexpr auto wire_names(SandboxPlace /*tag*/) {
  return std::array{WireName{SandboxPlace::Off, "off"}, WireName{SandboxPlace::Trial, "trial"},
                    WireName{SandboxPlace::Workspace, "workspace"}, WireName{SandboxPlace::ReadOnly, "readOnly"}};
}

enum class SandboxNetwork { None, Loopback, All };
constexpr auto wire_names(SandboxNetwork /*tag*/) {
  return std::array{WireName{SandboxNetwork::None, "none"}, WireName{SandboxNetwork::Loopback, "loopback"},
                    WireName{SandboxNetwork::All, "all"}};
}

struct SandboxSetting {
  SandboxLevel level = SandboxLevel::Auto;
  SandboxNetwork network = SandboxNetwork::None;
  std::vector<std::string> writable;
  std::vector<std::string> hidden;
  std::vector<std::string> readable;
  std::optional<bool> ask_inside;

  static void describe(auto& fields, auto& self) {
    fields.type("SandboxSetting");
    fields.defaulted(
        "level", self.level,
        "off: no sandbox; auto: commands write to a copy of the workspace, which is thrown away, and the result lists "
        "the changes; workspace: commands may write to the workspace, the temporary folder and copies of "
        "caches; readOnly: they may write nothing.");
    fields.defaulted("network", self.network,
                     "none: no network; loopback: a loopback network of the terminal's own; all: the same network as "
                     "outside. With auto "
                     "it is at least loopback.");
    fields.defaulted("writable", self.writable, "More folders that commands may write to, as absolute paths.");
    fields.defaulted(
        "hidden", self.hidden,
        "Files and folders that the sandbox shows as empty, in addition to known secrets, as absolute paths.");
    fields.defaulted(
        "readable", self.readable,
        "With auto: files and folders of the home folder that commands see, as absolute paths. Commands see "
        "the workspace and the files that programs need to start in any case.");
    fields.optional("askInside", self.ask_inside,
                    "true: commands in the sandbox need approval too. Missing: only if this machine cannot enforce the "
                    "whole sandbox. false: never.");
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

enum class ChangeKind { Made, Changed, Removed };
constexpr auto wire_names(ChangeKind /*tag*/) {
  return std::array{WireName{ChangeKind::Made, "made"}, WireName{ChangeKind::Changed, "changed"},
                    WireName{ChangeKind::Removed, "removed"}};
}

struct SandboxChange {
  ChangeKind change = ChangeKind::Changed;
  std::string path;
  bool folder = false;
  std::optional<std::int64_t> files;
  std::optional<std::int64_t> lines_added, lines_removed;

  static void describe(auto& fields, auto& self) {
    fields.type("SandboxChange");
    fields.required("change", self.change, "");
    fields.required("path", self.path, "Absolute.");
    fields.defaulted("folder", self.folder, "");
    fields.optional("files", self.files, "Only for a folder that was made: the number of files in it.");
    fields.optional("linesAdded", self.lines_added, "Of a text that is not large.");
    fields.optional("linesRemoved", self.lines_removed, "Likewise.");
  }
};

struct ResultSandbox {
  SandboxPlace level = SandboxPlace::Off;
  SandboxNetwork network = SandboxNetwork::None;
  std::vector<std::string> enforced_by;
  std::vector<std::string> gaps;
  std::vector<SandboxRefusal> refused;
  std::vector<SandboxChange> changes;

  static void describe(auto& fields, auto& self) {
    fields.type("ResultSandbox");
    fields.required("level", self.level, "");
    fields.required("network", self.network, "");
    fields.required("enforcedBy", self.enforced_by, "");
    fields.required("gaps", self.gaps, "The gaps of the sandbox on this machine.");
    fields.defaulted("refused", self.refused,
                     "The accesses that it refused, as the kernel reported them: each once, at most 16.");
    fields.defaulted("changes", self.changes,
                     "Only with the level trial: the changes in its copy, of which nothing is kept. Caches are left "
                     "out; at most 64.");
  }
};

}  // namespace termhost::protocol
