#include "protocol/openrpc.hpp"

#include <algorithm>

#include "protocol/codec/schema.hpp"
#include "protocol/methods.hpp"
#include "protocol/settings.hpp"
#include "protocol/tools.hpp"

namespace termhost::protocol {
namespace {

std::string_view direction_name(Direction direction) {
  switch (direction) {
    case Direction::ToServer: return "toServer";
    case Direction::ToClient: return "toClient";
    case Direction::Both: return "both";
  }
  return "";
}

class DocumentWriter {
 public:
  template <class Params, class Result>
  void add(const RequestMethod<Params, Result>& method) {
    OrderedJson& entry = add_entry(method, "request");
    entry["params"] = params_of<Params>();
    entry["result"] = {{"name", "result"}, {"schema", schemas_.of<Result>()}};
  }
  template <class Params>
  void add(const NotificationMethod<Params>& method) {
    OrderedJson& entry = add_entry(method, "notification");
    entry["params"] = params_of<Params>();
  }

  template <class Arguments, class Result>
  void add(const Tool<Arguments, Result>& tool) {
    tools_.push_back({{"name", tool.name},
                      {"title", tool.title},
                      {"description", tool.description},
                      {"arguments", schemas_.of<Arguments>()},
                      {"result", schemas_.of<Result>()}});
  }

  [[nodiscard]] OrderedJson take() {
    return {
        {"openrpc", "1.3.2"},
        {"info",
         {{"title", "termhost editor protocol"},
          {"version", TERMHOST_VERSION},
          {"description",
           "JSON-RPC 2.0 over stdio with the framing and lifecycle of the Language Server Protocol 3.17. "
           "x-kind distinguishes requests from notifications, x-direction names the receiver; x-tools are the tools "
           "of tool/call, "
           "x-projectSettings what a project's own settings for an editor may set."}}},
        {"methods", std::move(methods_)},
        {"x-tools", std::move(tools_)},
        {"x-projectSettings", project_settings},
        {"components", {{"schemas", std::move(definitions_)}}}};
  }

 private:
  template <class Method>
  OrderedJson& add_entry(const Method& method, std::string_view kind) {
    OrderedJson entry{{"name", method.name}};
    if (!method.summary.empty()) entry["summary"] = method.summary;
    entry["x-kind"] = kind;
    entry["x-direction"] = direction_name(method.direction);
    entry["paramStructure"] = "by-name";
    methods_.push_back(std::move(entry));
    return methods_.back();
  }

  /// OpenRPC lists params one by one; `x-params` names the struct that has them.
  template <class Params>
  OrderedJson params_of() {
    OrderedJson params = OrderedJson::array();
    if constexpr (!std::is_same_v<Params, Nothing>) {
      OrderedJson schema_reference = schemas_.of<Params>();
      const std::string reference = schema_reference["$ref"];
      methods_.back()["x-params"] = std::move(schema_reference);
      const OrderedJson& schema = definitions_[reference.substr(reference.rfind('/') + 1)];
      for (const auto& [name, field] : schema["properties"].items()) {
        OrderedJson param{{"name", name}};
        if (is_required(schema, name)) param["required"] = true;
        param["schema"] = field;
        params.push_back(std::move(param));
      }
    }
    return params;
  }

  static bool is_required(const OrderedJson& schema, const std::string& name) {
    const OrderedJson required = schema.value("required", OrderedJson::array());
    return std::find(required.begin(), required.end(), name) != required.end();
  }

  OrderedJson definitions_ = OrderedJson::object();
  SchemaWriter schemas_{&definitions_};
  OrderedJson methods_ = OrderedJson::array();
  OrderedJson tools_ = OrderedJson::array();
};

}  // namespace

std::string openrpc_document() {
  DocumentWriter document;
  std::apply([&](const auto&... method) { (document.add(method), ...); }, all_methods);
  std::apply([&](const auto&... tool) { (document.add(tool), ...); }, all_tools);
  return document.take().dump(2) + "\n";
}

}  // namespace termhost::protocol
