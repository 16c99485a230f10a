// The Model Context Protocol: the parts of its messages that termhost uses. Both eras: up to 2025-11-25 a session
// begins with `initialize`; since 2026-07-28 each request names its client in `_meta`.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/methods.hpp"

namespace termhost::protocol::mcp {

struct ClientCapabilities {
  std::optional<Json> elicitation;  ///< there: the client can ask the user
  std::optional<Json> roots;        ///< there: the client can report its folders
  Json extensions;                  ///< modern: by their names

  static void describe(auto& fields, auto& self) {
    fields.type("ClientCapabilities");
    fields.optional("elicitation", self.elicitation, "");
    fields.optional("roots", self.roots, "");
    fields.template deferred<Json>("extensions", self.extensions, "");
  }
};

struct ClientInfo {
  std::string name;

  static void describe(auto& fields, auto& self) {
    fields.type("ClientInfo");
    fields.defaulted("name", self.name, "");
  }
};

struct RequestMeta {
  std::optional<std::string> protocol_version;  ///< there: a request of the modern era
  std::optional<ClientCapabilities> client_capabilities;
  ClientInfo client_info;
  Json progress_token;  ///< null: no progress is wanted

  static void describe(auto& fields, auto& self) {
    fields.type("RequestMeta");
    fields.optional("io.modelcontextprotocol/protocolVersion", self.protocol_version, "");
    fields.optional("io.modelcontextprotocol/clientCapabilities", self.client_capabilities, "");
    fields.defaulted("io.modelcontextprotocol/clientInfo", self.client_info, "");
    fields.template deferred<Json>("progressToken", self.progress_token, "");
  }
};

struct PlainParams {
  std::optional<RequestMeta> meta;
  Json cursor;  ///< of lists, which have no second page here

  static void describe(auto& fields, auto& self) {
    fields.type("PlainParams");
    fields.optional("_meta", self.meta, "");
    fields.template deferred<Json>("cursor", self.cursor, "");
  }
};

struct InitializeParams {
  std::string protocol_version;
  ClientCapabilities capabilities;
  ClientInfo client_info;

  static void describe(auto& fields, auto& self) {
    fields.type("InitializeParams");
    fields.required("protocolVersion", self.protocol_version, "");
    fields.defaulted("capabilities", self.capabilities, "");
    fields.defaulted("clientInfo", self.client_info, "");
  }
};

/// 2025-11-25: the client wants a task.
struct TaskWish {
  std::optional<std::int64_t> ttl;  ///< milliseconds; none: as long as we like

  static void describe(auto& fields, auto& self) {
    fields.type("TaskWish");
    fields.optional("ttl", self.ttl, "", Within{0, INT64_MAX});
  }
};

struct TaskParams {
  std::optional<RequestMeta> meta;
  std::string task_id;
  Json input_responses;  ///< of tasks/update

  static void describe(auto& fields, auto& self) {
    fields.type("TaskParams");
    fields.optional("_meta", self.meta, "");
    fields.required("taskId", self.task_id, "");
    fields.template deferred<Json>("inputResponses", self.input_responses, "");
  }
};

struct CallToolParams {
  std::optional<RequestMeta> meta;
  std::string name;
  Json arguments;
  Json input_responses;                      ///< modern: the user's answers, by the names of our questions
  std::optional<std::string> request_state;  ///< modern: what we gave with the questions
  std::optional<TaskWish> task;

  static void describe(auto& fields, auto& self) {
    fields.type("CallToolParams");
    fields.optional("_meta", self.meta, "");
    fields.required("name", self.name, "");
    fields.template deferred<Json>("arguments", self.arguments, "");
    fields.template deferred<Json>("inputResponses", self.input_responses, "");
    fields.optional("requestState", self.request_state, "");
    fields.optional("task", self.task, "");
  }
};

struct ElicitParams {
  std::string message;
  OrderedJson requested_schema;
  OrderedJson meta;  ///< null: none

  static void describe(auto& fields, auto& self) {
    fields.type("ElicitParams");
    fields.required("message", self.message, "");
    fields.required("requestedSchema", self.requested_schema, "Flat: fields of simple types.");
    fields.template deferred<OrderedJson>("_meta", self.meta, "");
  }
};

enum class ElicitAction { Accept, Decline, Cancel };
constexpr auto wire_names(ElicitAction /*tag*/) {
  return std::array{WireName{ElicitAction::Accept, "accept"}, WireName{ElicitAction::Decline, "decline"},
                    WireName{ElicitAction::Cancel, "cancel"}};
}

struct ElicitResult {
  ElicitAction action = ElicitAction::Cancel;
  Json content;

  static void describe(auto& fields, auto& self) {
    fields.type("ElicitResult");
    fields.required("action", self.action, "");
    fields.template deferred<Json>("content", self.content, "");
  }
};

struct Root {
  std::string uri;

  static void describe(auto& fields, auto& self) {
    fields.type("Root");
    fields.required("uri", self.uri, "");
  }
};

struct RootsResult {
  std::vector<Root> roots;

  static void describe(auto& fields, auto& self) {
    fields.type("RootsResult");
    fields.required("roots", self.roots, "");
  }
};

struct ProgressParams {
  Json token;
  double progress = 0;
  std::string message;
  OrderedJson meta;  ///< null: none

  static void describe(auto& fields, auto& self) {
    fields.type("ProgressParams");
    fields.required("progressToken", self.token, "");
    fields.required("progress", self.progress, "Seconds since the call; always rising.");
    fields.required("message", self.message, "");
    fields.template deferred<OrderedJson>("_meta", self.meta, "");
  }
};

/// Results are JSON: what the modern era adds to each is added to the finished value.
namespace methods {

using enum Direction;

inline constexpr RequestMethod<InitializeParams, OrderedJson> initialize{"initialize", ToServer, ""};
inline constexpr NotificationMethod<PlainParams> initialized{"notifications/initialized", ToServer, ""};
inline constexpr RequestMethod<PlainParams, OrderedJson> ping{"ping", ToServer, ""};
inline constexpr RequestMethod<PlainParams, OrderedJson> discover{"server/discover", ToServer, ""};
inline constexpr RequestMethod<PlainParams, OrderedJson> tools_list{"tools/list", ToServer, ""};
inline constexpr RequestMethod<CallToolParams, OrderedJson> tools_call{"tools/call", ToServer, ""};
inline constexpr RequestMethod<TaskParams, OrderedJson> tasks_get{"tasks/get", ToServer, ""};
inline constexpr RequestMethod<TaskParams, OrderedJson> tasks_cancel{"tasks/cancel", ToServer, ""};
inline constexpr RequestMethod<TaskParams, OrderedJson> tasks_result{"tasks/result", ToServer, ""};
inline constexpr RequestMethod<PlainParams, OrderedJson> tasks_list{"tasks/list", ToServer, ""};
inline constexpr RequestMethod<TaskParams, OrderedJson> tasks_update{"tasks/update", ToServer, ""};
inline constexpr NotificationMethod<PlainParams> roots_changed{"notifications/roots/list_changed", ToServer, ""};
inline constexpr RequestMethod<ElicitParams, ElicitResult> elicit{"elicitation/create", ToClient, ""};
inline constexpr RequestMethod<PlainParams, RootsResult> roots_list{"roots/list", ToClient, ""};
inline constexpr NotificationMethod<OrderedJson> task_status{"notifications/tasks/status", ToClient, ""};
inline constexpr NotificationMethod<ProgressParams> progress{"notifications/progress", ToClient, ""};

}  // namespace methods
}  // namespace termhost::protocol::mcp
