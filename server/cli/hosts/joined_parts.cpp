#include "cli/hosts/joined_parts.hpp"

#include <fmt/format.h>

namespace termhost::cli {
namespace {

using rpc::OrderedJson;

OrderedJson text_content(const std::string& text) { return OrderedJson::array({{{"type", "text"}, {"text", text}}}); }

std::string text_of(const OrderedJson& result) {
  if (!result.contains("content") || result["content"].empty()) return {};
  return result["content"][0].value("text", "");
}

void append_list(const OrderedJson& from, const char* name, OrderedJson& to) {
  OrderedJson& list = to[name];
  if (list.is_null()) list = OrderedJson::array();
  for (const OrderedJson& entry : from.value(name, OrderedJson::array())) list.push_back(entry);
}

}  // namespace

OrderedJson no_terminals(const std::string& why) { return {{"content", text_content(why)}}; }

OrderedJson joined_terminals(const std::vector<ListPart>& parts) {
  OrderedJson all = parts.front().result, structure = OrderedJson::object();
  std::string text;
  bool structured = false;
  for (const ListPart& part : parts) {
    const std::string here = text_of(part.result);
    text += fmt::format("On {}:\n{}{}", part.host, here, here.ends_with('\n') ? "" : "\n");
    if (!part.result.contains("structuredContent")) continue;
    structured = true;
    append_list(part.result["structuredContent"], "terminals", structure);
  }
  all["content"] = text_content(text);
  if (!structured) return all;
  structure["message"] = text;
  all["structuredContent"] = std::move(structure);
  return all;
}

OrderedJson joined_tasks(const std::vector<ListPart>& parts) {
  OrderedJson all = OrderedJson::object();
  for (const ListPart& part : parts) append_list(part.result, "tasks", all);
  return all;
}

}  // namespace termhost::cli
