// The approval question to the user, and the verdict on a command line.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

enum class Verdict { Allow, Ask, Deny };
constexpr auto wire_names(Verdict /*tag*/) {
  return std::array{WireName{Verdict::Allow, "allow"}, WireName{Verdict::Ask, "ask"}, WireName{Verdict::Deny, "deny"}};
}

enum class ApprovalDecision { Approve, Edit, Reject };
constexpr auto wire_names(ApprovalDecision /*tag*/) {
  return std::array{WireName{ApprovalDecision::Approve, "approve"}, WireName{ApprovalDecision::Edit, "edit"},
                    WireName{ApprovalDecision::Reject, "reject"}};
}

/// The action that the user is asked to approve.
enum class ApprovalAction {
  Run,    ///< a command
  Input,  ///< type into a running one
  Stop,   ///< a command of the user's own
  Read,   ///< the output of a command of the user's own
};
constexpr auto wire_names(ApprovalAction /*tag*/) {
  return std::array{WireName{ApprovalAction::Run, "run"}, WireName{ApprovalAction::Input, "input"},
                    WireName{ApprovalAction::Stop, "stop"}, WireName{ApprovalAction::Read, "read"}};
}

enum class RuleList { Allowed, Denied };
constexpr auto wire_names(RuleList /*tag*/) {
  return std::array{WireName{RuleList::Allowed, "allowed"}, WireName{RuleList::Denied, "denied"}};
}

struct CommandVerdict {
  std::string text;
  Verdict verdict = Verdict::Ask;
  std::optional<std::string> rule;
  std::string reason;
  std::vector<std::string> hazards;

  static void describe(auto& fields, auto& self) {
    fields.type("CommandVerdict");
    fields.required("text", self.text, "The simple command, as written.");
    fields.required("verdict", self.verdict, "");
    fields.optional("rule", self.rule, "The rule that decided.");
    fields.required("reason", self.reason, "");
    fields.defaulted("hazards", self.hazards, "Its effects, such as network, destructive or piped_code.");
  }
};

struct ApprovalRequestParams {
  base::ToolCallId tool_call_id;
  ApprovalAction action = ApprovalAction::Run;
  std::string command;
  std::string shown;
  std::string size;
  std::optional<std::string> target;
  std::string cwd;
  std::string shell;
  std::vector<CommandVerdict> commands;
  std::vector<std::string> hazards;
  std::string reason;
  std::optional<std::string> place;
  std::optional<std::string> agent;
  std::vector<std::string> suggestions;

  static void describe(auto& fields, auto& self) {
    fields.type("ApprovalRequestParams");
    fields.required("toolCallId", self.tool_call_id, "");
    fields.optional("agent", self.agent,
                    "The agent from outside of the editor that asks, with its process: \"claude (pid 123)\". Missing: "
                    "an agent of the editor itself.");
    fields.defaulted(
        "action", self.action,
        "run: a command; input: what would be typed into a running one; stop, read: one of the user's own.");
    fields.required("command", self.command, "As the agent wrote it; for input what would be typed.");
    fields.required("shown", self.shown,
                    "The same, ready to be shown: characters that a reader could not see or tell apart are between "
                    "U+27E8 and U+27E9, as in all other texts of the question.");
    fields.required("size", self.size, "Size of `command`, in words: 82 lines, 2340 bytes.");
    fields.optional("target", self.target, "The running command that input, stop or read is about.");
    fields.required("cwd", self.cwd, "");
    fields.required("shell", self.shell, "");
    fields.required("commands", self.commands, "Sorted by verdict, the most dangerous first.");
    fields.defaulted("hazards", self.hazards, "All hazards, each once; some are not those of a single command.");
    fields.required("reason", self.reason, "Why the user is asked.");
    fields.optional("place", self.place,
                    "The other machine and the sandbox that it would run in; it completes \"It would run\".");
    fields.required("suggestions", self.suggestions, "Prefixes that are safe to remember.");
  }
};

enum class RememberScope {
  Always,   ///< the shim keeps it in its settings too
  Session,  ///< until termhost ends
  Line,     ///< the very question, until termhost ends
};
constexpr auto wire_names(RememberScope /*tag*/) {
  return std::array{WireName{RememberScope::Always, "always"}, WireName{RememberScope::Session, "session"},
                    WireName{RememberScope::Line, "line"}};
}

struct RememberedRule {
  RuleList list = RuleList::Allowed;
  std::string prefix;
  RememberScope scope = RememberScope::Always;

  static void describe(auto& fields, auto& self) {
    fields.type("RememberedRule");
    fields.required("list", self.list, "");
    fields.required("prefix", self.prefix, "Ignored for line.");
    fields.defaulted("scope", self.scope,
                     "always: the shim keeps it too; session: until termhost ends; line: only this line, in the same "
                     "folder and shell, until termhost ends.");
  }
};

struct ApprovalRequestResult {
  ApprovalDecision decision = ApprovalDecision::Reject;
  std::optional<std::string> command;
  std::optional<std::string> feedback;
  std::optional<RememberedRule> remember;

  static void describe(auto& fields, auto& self) {
    fields.type("ApprovalRequestResult");
    fields.required("decision", self.decision, "");
    fields.optional("command", self.command, "The command to run instead; for edit.");
    fields.optional("feedback", self.feedback, "The user's comment to the agent.");
    fields.optional("remember", self.remember, "");
  }
};

struct ApprovalCheckParams {
  std::string command;
  std::optional<std::string> cwd;
  std::optional<std::string> shell;

  static void describe(auto& fields, auto& self) {
    fields.type("ApprovalCheckParams");
    fields.required("command", self.command, "");
    fields.optional("cwd", self.cwd, "");
    fields.optional("shell", self.shell, "");
  }
};

/// The place in which a command line runs, if it runs.
enum class RunsIn { Nowhere, Outside, Trial, Workspace, ReadOnly };
constexpr auto wire_names(RunsIn /*tag*/) {
  return std::array{WireName{RunsIn::Nowhere, "nowhere"}, WireName{RunsIn::Outside, "outside"},
                    WireName{RunsIn::Trial, "trial"}, WireName{RunsIn::Workspace, "workspace"},
                    WireName{RunsIn::ReadOnly, "readOnly"}};
}

struct ApprovalCheckResult {
  Verdict verdict = Verdict::Ask;
  RunsIn runs = RunsIn::Outside;
  std::string runs_because;
  std::vector<CommandVerdict> commands;
  std::string reason;
  std::vector<std::string> suggestions;
  std::vector<std::string> hazards;

  static void describe(auto& fields, auto& self) {
    fields.type("ApprovalCheckResult");
    fields.required("verdict", self.verdict, "The verdict of the rules.");
    fields.required("runs", self.runs,
                    "The place in which it runs. In trial, workspace and readOnly it runs without a question even if "
                    "the verdict is ask, unless an ask rule or `askInside` wants the question.");
    fields.required("runsBecause", self.runs_because, "The reason for this place.");
    fields.required("commands", self.commands, "");
    fields.required("reason", self.reason, "The reason for the verdict.");
    fields.defaulted("suggestions", self.suggestions, "Prefixes that are safe to remember.");
    fields.defaulted("hazards", self.hazards, "");
  }
};

}  // namespace termhost::protocol
