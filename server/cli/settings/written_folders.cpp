#include "cli/settings/written_folders.hpp"

#include "cli/environment.hpp"

namespace termhost::cli {

void spell_out_folder(StrictJson& json, protocol::Json& folder, const std::string& path) {
  if (!folder.is_string()) return;
  auto& written = folder.get_ref<std::string&>();
  const bool in_home = written == "~" || written.starts_with("~/");
  if (!in_home && !written.starts_with('/'))
    return json.complain(
        fmt::format("'{}' is neither an absolute path nor one in the home folder, such as `~/x`", written), path);
  const std::string home = environment("HOME");
  if (in_home && home.empty())
    return json.complain(fmt::format("'{}' is in the home folder, but HOME is not set", written), path);
  if (in_home) written.replace(0, 1, home);
  while (written.size() > 1 && written.ends_with('/')) written.pop_back();
}

void spell_out_folders(StrictJson& json, protocol::Json& folders, const std::string& path) {
  if (!folders.is_array()) return;
  for (std::size_t i = 0; i < folders.size(); ++i) spell_out_folder(json, folders[i], fmt::format("{}[{}]", path, i));
}

void spell_out_sandbox(StrictJson& json, const std::string& root) {
  if (!json.value().contains("sandbox") || !json.value()["sandbox"].is_object()) return;
  protocol::Json& sandbox = json.value()["sandbox"];
  for (const char* const list : {"writable", "hidden", "readable"})
    if (sandbox.contains(list)) spell_out_folders(json, sandbox[list], fmt::format("{}.sandbox.{}", root, list));
}

}  // namespace termhost::cli
