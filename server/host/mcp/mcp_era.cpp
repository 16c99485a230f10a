#include "host/mcp/mcp_era.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace termhost::host {
namespace {

using rpc::Json;
using rpc::OrderedJson;

constexpr std::array<std::string_view, 4> legacy_versions{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
constexpr std::string_view modern_version = "2026-07-28";
constexpr int unsupported_version = -32022;
constexpr int missing_capability = -32021;
constexpr int cache_milliseconds = 3'600'000;  // the tools change with the program only

constexpr std::string_view purpose =
    "Runs shell commands in real terminals and reports the real exit code and the output as a terminal shows it. A "
    "command runs in the shell and directory of the previous one, unless cwd is given or that shell is busy. Long "
    "output comes as a preview; read_command_output shows the rest.";

std::string instructions(std::string_view problem) {
  return problem.empty() ? std::string(purpose) : fmt::format("{} {}", purpose, problem);
}

OrderedJson server_info() { return {{"name", "termhost"}, {"title", "termhost"}, {"version", TERMHOST_VERSION}}; }
OrderedJson nothing() { return OrderedJson::object(); }
OrderedJson capabilities() { return {{"tools", nothing()}}; }
OrderedJson with_tasks(OrderedJson capabilities, McpEra era) {
  if (era == McpEra::Modern)
    capabilities["extensions"] = {{tasks_extension, nothing()}};
  else
    capabilities["tasks"] = {
        {"list", nothing()}, {"cancel", nothing()}, {"requests", {{"tools", {{"call", nothing()}}}}}};
  return capabilities;
}

OrderedJson marked(OrderedJson result, std::string_view type) {
  result["resultType"] = type;
  result["_meta"] = {{"io.modelcontextprotocol/serverInfo", server_info()}};
  return result;
}

/// An empty capability means forms, from before there were other ways to ask.
bool takes_forms(const std::optional<Json>& elicitation) {
  return elicitation && elicitation->is_object() && (elicitation->empty() || elicitation->contains("form"));
}

}  // namespace

std::string spoken_versions() {
  std::string all;
  for (auto version = legacy_versions.rbegin(); version != legacy_versions.rend(); ++version)
    all += fmt::format("{}, ", *version);
  return all.append(modern_version);
}

std::string_view negotiated_version(std::string_view asked) {
  const auto known = std::find(legacy_versions.begin(), legacy_versions.end(), asked);
  return known != legacy_versions.end() ? *known : legacy_versions.front();
}

McpClient client_of(McpEra era, const protocol::mcp::ClientCapabilities& capabilities, std::string name) {
  return {.era = era,
          .can_elicit = takes_forms(capabilities.elicitation),
          .has_roots = era == McpEra::Legacy && capabilities.roots.has_value(),
          .name = std::move(name),
          .tasks = era == McpEra::Modern && capabilities.extensions.is_object() &&
                   capabilities.extensions.contains(tasks_extension)};
}

base::Expected<std::optional<McpClient>, rpc::RpcError> modern_client(
    const std::optional<protocol::mcp::RequestMeta>& meta) {
  if (!meta || (!meta->protocol_version && !meta->client_capabilities)) return std::nullopt;
  if (!meta->protocol_version || !meta->client_capabilities) {
    return base::unexpected(rpc::make_error(
        rpc::ErrorCode::InvalidParams, fmt::format("params._meta: expected io.modelcontextprotocol/{}, found nothing",
                                                   meta->protocol_version ? "clientCapabilities" : "protocolVersion")));
  }
  if (*meta->protocol_version != modern_version) {
    return base::unexpected(
        rpc::RpcError{unsupported_version,
                      fmt::format("protocol version '{}' is not supported in _meta; '{}' is supported",
                                  *meta->protocol_version, modern_version),
                      Json{{"supported", Json::array({modern_version})}, {"requested", *meta->protocol_version}}});
  }
  return client_of(McpEra::Modern, *meta->client_capabilities, meta->client_info.name);
}

bool knows_structure(std::string_view legacy_version) { return legacy_version >= "2025-06-18"; }
bool knows_tasks(std::string_view legacy_version) { return legacy_version >= "2025-11-25"; }

rpc::RpcError tasks_unknown() {
  return {missing_capability, fmt::format("the client's capabilities do not name the extension {}", tasks_extension),
          Json{{"requiredCapabilities", {{"extensions", {{tasks_extension, Json::object()}}}}}}};
}

OrderedJson legacy_greeting(std::string_view version, std::string_view problem) {
  return {{"protocolVersion", version},
          {"capabilities", knows_tasks(version) ? with_tasks(capabilities(), McpEra::Legacy) : capabilities()},
          {"serverInfo", server_info()},
          {"instructions", instructions(problem)}};
}

OrderedJson modern_greeting(std::string_view problem) {
  return {{"supportedVersions", OrderedJson::array({modern_version})},
          {"capabilities", with_tasks(capabilities(), McpEra::Modern)},
          {"instructions", instructions(problem)}};
}

OrderedJson completed(OrderedJson result, McpEra era, Cacheable cacheable) {
  if (era == McpEra::Legacy) return result;
  if (cacheable == Cacheable::Yes) {
    result["ttlMs"] = cache_milliseconds;
    result["cacheScope"] = "public";
  }
  return marked(std::move(result), "complete");
}

OrderedJson is_task(OrderedJson task) { return marked(std::move(task), "task"); }

OrderedJson input_required(OrderedJson questions, std::string state) {
  return marked({{"inputRequests", std::move(questions)}, {"requestState", std::move(state)}}, "input_required");
}

}  // namespace termhost::host
