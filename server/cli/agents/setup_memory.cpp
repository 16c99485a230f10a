#include "cli/agents/setup_memory.hpp"

#include "io/storage/replace_file_posix.hpp"
#include "protocol/codec/fields.hpp"
#include "rpc/json_reader.hpp"

namespace termhost::cli {
namespace {

using protocol::OrderedJson;

struct Kept {
  std::string text;  ///< of the memory's file
  OrderedJson beginnings = OrderedJson::object();
};

/// A file that cannot be read counts as empty.
Kept read(const std::filesystem::path& file) {
  Kept kept{.text = io::read_small_file(file).value_or("")};
  auto json = rpc::read_json<OrderedJson>(kept.text);
  if (json && json->is_object()) kept.beginnings = *std::move(json);
  return kept;
}

}  // namespace

std::string SetupMemory::keep(const std::filesystem::path& settings, const Beginning& beginning) const {
  Kept kept = read(file_);
  kept.beginnings[settings.string()] = beginning ? OrderedJson(*beginning) : OrderedJson(nullptr);
  return io::replace_file(file_, kept.text, kept.beginnings.dump(2) + "\n");
}

std::optional<Beginning> SetupMemory::take(const std::filesystem::path& settings) const {
  Kept kept = read(file_);
  const auto found = kept.beginnings.find(settings.string());
  if (found == kept.beginnings.end()) return std::nullopt;
  const auto* const text = found->get_ptr<const std::string*>();
  const Beginning beginning = text != nullptr ? Beginning(*text) : std::nullopt;
  kept.beginnings.erase(found);
  (void)io::replace_file(file_, kept.text, kept.beginnings.dump(2) + "\n");
  return beginning;
}

}  // namespace termhost::cli
