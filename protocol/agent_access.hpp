// The question whether an agent from outside of the editor's terminals may use them.
#pragma once

#include <array>
#include <string>

#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

struct AgentAccessParams {
  std::string identity;
  std::string question;
  std::string introduction;

  static void describe(auto& fields, auto& self) {
    fields.type("AgentAccessParams");
    fields.required("identity", self.identity,
                    "The agent, its program and the workspace folder, in words: the answer is remembered under this "
                    "text.");
    fields.required(
        "question", self.question,
        "The text to show, in sentences without hidden characters: it names the agent, its process and its folder.");
    fields.required(
        "introduction", self.introduction,
        "The first sentences of `question`, without those about what will run: for an editor whose settings "
        "let nothing run without a question.");
  }
};

enum class AgentDecision {
  Allow,    ///< now, and whenever the same agent asks
  Once,     ///< for this connection
  Never,    ///< neither now nor whenever the same agent asks
  Dismiss,  ///< the user closed the question without an answer
};
constexpr auto wire_names(AgentDecision /*tag*/) {
  return std::array{WireName{AgentDecision::Allow, "allow"}, WireName{AgentDecision::Once, "once"},
                    WireName{AgentDecision::Never, "never"}, WireName{AgentDecision::Dismiss, "dismiss"}};
}

struct AgentAccessResult {
  AgentDecision decision = AgentDecision::Dismiss;

  static void describe(auto& fields, auto& self) {
    fields.type("AgentAccessResult");
    fields.required("decision", self.decision,
                    "allow and never: the shim remembers it, and answers the same identity without a question from "
                    "then on; once, dismiss: it forgets it.");
  }
};

}  // namespace termhost::protocol
