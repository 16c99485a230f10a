#include "cli/agents/agent_settings.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include <fmt/format.h>

#include "cli/agents/entry_form.hpp"
#include "cli/agents/json_edit.hpp"
#include "rpc/json_reader.hpp"

namespace termhost::cli {
namespace {

using protocol::OrderedJson;

struct Home {
  std::string_view agent;
  const char* variable;  ///< names the agent's folder where it is set, or the one above
  std::string_view usual;
  std::string_view arguments = R"(["mcp"])";  ///< of the server that joins no editor
  std::string_view below{};                   ///< the agent's folder in the one that the variable names
};

constexpr std::array homes{
    Home{"claude", "CLAUDE_CONFIG_DIR", "~/.claude"}, Home{"gemini", nullptr, "~/.gemini"},
    // It cancels a call after 60 seconds, unless it is told otherwise.
    Home{"codex", "CODEX_HOME", "~/.codex", R"(["mcp", "--patience", "180"])"},
    Home{"copilot", "COPILOT_HOME", "~/.copilot"}, Home{"cursor", nullptr, "~/.cursor"},
    // The folder serves its extension too; no hook of Cline is known.
    Home{"cline", nullptr, "~/.cline"}, Home{"qwen", "QWEN_HOME", "~/.qwen"},
    // Its plugins are programs in JavaScript; it has no hooks.
    Home{"opencode", "XDG_CONFIG_HOME", "~/.config/opencode", R"(["mcp"])", "/opencode"},
    // Its extension and its CLI are opencode with other names.
    Home{"kilo", "XDG_CONFIG_HOME", "~/.config/kilo", R"(["mcp"])", "/kilo"},
    // An extension: each editor keeps its files in another place, which our extension names.
    Home{"roo", "TERMHOST_EDITOR_STORAGE", "~/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline", R"(["mcp"])",
         "/rooveterinaryinc.roo-cline"}};

constexpr std::string_view attach_arguments = R"(["mcp", "--attach"])";

enum class Kind {
  Member,   ///< of an object
  Element,  ///< of the list at the path
  Frame,    ///< a member that every such file has, and that stays
  Table,    ///< of TOML
};

struct Place {
  std::string_view agent;
  std::string_view file;  ///< in the agent's folder; with `~/` in the home folder, unless a variable names a folder
  std::string_view path;
  Kind kind;
  std::string_view value;  ///< a template, see entry_form.hpp
};

constexpr std::array places{
    Place{"claude", "~/.claude.json", "mcpServers/termhost", Kind::Member,
          R"({"type": "stdio", "command": "PROGRAM", "args": "ARGUMENTS"})"},
    Place{"claude", "settings.json", "hooks/PreToolUse", Kind::Element,
          R"({"matcher": "Bash", "hooks": [{"type": "command", "command": "HOOK"}]})"},
    Place{"gemini", "settings.json", "mcpServers/termhost", Kind::Member,
          R"({"command": "PROGRAM", "args": "ARGUMENTS"})"},
    Place{"gemini", "settings.json", "hooks/BeforeTool", Kind::Element,
          R"({"matcher": "run_shell_command", "hooks": [{"name": "termhost", "type": "command", "command": "HOOK"}]})"},
    Place{"codex", "config.toml", "mcp_servers/termhost", Kind::Table,
          "command = \"PROGRAM\"\nargs = \"ARGUMENTS\"\ntool_timeout_sec = 240"},
    Place{"codex", "hooks.json", "hooks/PreToolUse", Kind::Element,
          R"({"matcher": "Bash", "hooks": [{"type": "command", "command": "HOOK"}]})"},
    Place{"copilot", "mcp-config.json", "mcpServers/termhost", Kind::Member,
          R"({"type": "local", "command": "PROGRAM", "args": "ARGUMENTS", "tools": ["*"]})"},
    Place{"copilot", "hooks/termhost.json", "version", Kind::Frame, "1"},
    Place{"copilot", "hooks/termhost.json", "hooks/preToolUse", Kind::Element,
          R"({"type": "command", "matcher": "bash", "bash": "HOOK"})"},
    Place{"cursor", "mcp.json", "mcpServers/termhost", Kind::Member, R"({"command": "PROGRAM", "args": "ARGUMENTS"})"},
    Place{"cursor", "hooks.json", "version", Kind::Frame, "1"},
    Place{"cursor", "hooks.json", "hooks/beforeShellExecution", Kind::Element, R"({"command": "HOOK"})"},
    Place{"cline", "data/settings/cline_mcp_settings.json", "mcpServers/termhost", Kind::Member,
          R"({"command": "PROGRAM", "args": "ARGUMENTS"})"},
    Place{"qwen", "settings.json", "mcpServers/termhost", Kind::Member,
          R"({"command": "PROGRAM", "args": "ARGUMENTS"})"},
    Place{"qwen", "settings.json", "hooks/PreToolUse", Kind::Element,
          R"({"matcher": "run_shell_command", "hooks": [{"name": "termhost", "type": "command", "command": "HOOK"}]})"},
    Place{"opencode", "opencode.json", "mcp/termhost", Kind::Member, R"({"type": "local", "command": "COMMAND"})"},
    Place{"kilo", "kilo.jsonc", "mcp/termhost", Kind::Member, R"({"type": "local", "command": "COMMAND"})"},
    Place{"roo", "settings/mcp_settings.json", "mcpServers/termhost", Kind::Member,
          R"({"command": "PROGRAM", "args": "ARGUMENTS"})"},
};

const Home& home_of(std::string_view agent) {
  return *std::find_if(homes.begin(), homes.end(), [&](const Home& each) { return each.agent == agent; });
}

std::string named_folder(const Home& home, const VariableOf& variable_of) {
  const std::string named = home.variable == nullptr ? "" : variable_of(home.variable);
  return named.empty() ? "" : named + std::string(home.below);
}

std::string file_of(const Place& place, const VariableOf& variable_of) {
  const Home& home = home_of(place.agent);
  const std::string named = named_folder(home, variable_of);
  const bool outside = place.file.starts_with("~/");
  if (outside && named.empty()) return std::string(place.file);
  return fmt::format("{}/{}", named.empty() ? home.usual : named, place.file.substr(outside ? 2 : 0));
}

bool is_hook(const Place& place) { return place.value.find("HOOK") != std::string_view::npos; }

/// The wanted one, then those of ours that it replaces.
std::vector<std::string> arguments_in(const Place& place, const SetupRequest& request) {
  const std::string hook = "hook " + std::string(place.agent), exec_hook = hook + " --through-exec";
  const std::string plain(home_of(place.agent).arguments), attach(attach_arguments);
  if (is_hook(place)) return request.through_exec ? std::vector{exec_hook, hook} : std::vector{hook, exec_hook};
  return request.attach ? std::vector{attach, plain} : std::vector{plain, attach};
}

EntryForm wanted_form(const Place& place, const SetupRequest& request) {
  return {request.program, arguments_in(place, request).front()};
}

std::vector<std::string> names_of(std::string_view path) {
  std::vector<std::string> names;
  for (std::size_t slash = 0; slash != std::string_view::npos; path.remove_prefix(std::min(slash + 1, path.size())))
    names.emplace_back(path.substr(0, slash = path.find('/')));
  return names;
}

OrderedJson entry_of(const Place& place) { return rpc::read_json<OrderedJson>(place.value).value(); }

JsonPart part_of(const Place& place, OrderedJson value) {
  return {names_of(place.path), place.kind == Kind::Element, std::move(value)};
}

std::string with_text(std::string text, std::string_view name, std::string_view value) {
  return text.replace(text.find(name), name.size(), value);
}

std::string table_of(const Place& place, const EntryForm& form) {
  const std::vector<std::string> names = names_of(place.path);
  const std::string table = fmt::format("[{}.{}]\n{}", names[0], names[1], place.value);
  return with_text(with_text(table, "\"PROGRAM\"", OrderedJson(form.program).dump()), "\"ARGUMENTS\"", form.arguments);
}

/// With an empty `by` the text is as it was before the table was added.
std::string with_table_replaced(const std::string& text, const std::string& table, const std::string& by) {
  const std::size_t found = text.find(table), end = found + table.size();
  if (found == std::string::npos || (found > 0 && text[found - 1] != '\n')) return text;
  if (end < text.size() && text[end] != '\n') return text;
  if (!by.empty()) return std::string(text).replace(found, table.size(), by);
  const std::size_t newlines_after = end < text.size() ? 1 : 0;
  const std::size_t begin = found - std::min(found, 2 - newlines_after);
  return std::string(text).erase(begin, end + newlines_after - begin);
}

/// An entry of ours that is there.
struct OwnEntry {
  EntryForm form;
  OrderedJson value{};  ///< as it stands there, in JSON
};

std::vector<OwnEntry> own_tables(const std::string& text, const Place& place, const SetupRequest& request) {
  const std::vector<std::string> names = names_of(place.path);
  const std::string head = fmt::format("[{}.{}]\ncommand = ", names[0], names[1]);
  std::vector<OwnEntry> found;
  for (std::size_t at = text.find(head); at != std::string::npos; at = text.find(head, at + 1)) {
    const std::size_t begin = at + head.size(), end = std::min(text.find('\n', begin), text.size());
    const auto program = rpc::read_json<OrderedJson>(text.substr(begin, end - begin));
    if (!program || !program->is_string() || !is_named_termhost(program->get<std::string>())) continue;
    for (const std::string& arguments : arguments_in(place, request))
      if (const EntryForm form{*program, arguments}; text.find(table_of(place, form), at) == at)
        found.push_back({form});
  }
  return found;
}

/// The value at the end of the path; null: there is none.
OrderedJson value_in(std::string_view text, std::string_view path) {
  OrderedJson value = rpc::read_json<OrderedJson>(text, {.comments = true}).value_or(OrderedJson());
  for (const std::string& name : names_of(path)) {
    if (!value.is_object() || !value.contains(name)) return {};
    value = OrderedJson(value[name]);
  }
  return value;
}

std::vector<OwnEntry> own_entries(const std::string& text, const Place& place, const SetupRequest& request) {
  if (place.kind == Kind::Frame) return {};
  if (place.kind == Kind::Table) return own_tables(text, place, request);
  const OrderedJson there = value_in(text, place.path);
  if (place.kind == Kind::Element && !there.is_array()) return {};
  std::vector<OwnEntry> found;
  for (const OrderedJson& value : place.kind == Kind::Element ? there : OrderedJson::array({there}))
    if (auto form = form_of(entry_of(place), value, arguments_in(place, request))) found.push_back({*form, value});
  return found;
}

/// The table at the end of the file, which ends with a newline if it did before. It is text: what stands before it
/// cannot change what it means.
Edited edit_table(const std::string& before, const Place& place, const SetupRequest& request) {
  const std::vector<std::string> names = names_of(place.path);
  const std::string table = table_of(place, wanted_form(place, request)), after = request.remove ? "" : table;
  std::string text = before;
  for (const OwnEntry& own : own_tables(text, place, request))
    text = with_table_replaced(text, table_of(place, own.form), after);
  if (request.remove) return text;
  const std::regex there(fmt::format(R"((^|\n)\s*\[\s*{}\s*\.\s*["']?{}["']?\s*\])", names[0], names[1]));
  if (std::regex_search(text, there)) return text;
  const std::regex otherwise(fmt::format(R"((^|\n)\s*{}\s*[.=])", names[0]));
  if (std::regex_search(text, otherwise))
    return base::unexpected(fmt::format("`{}` has a form that termhost cannot change", names[0]));
  if (text.empty()) return table + "\n";
  return text.ends_with('\n') ? fmt::format("{}\n{}\n", text, table) : fmt::format("{}\n\n{}", text, table);
}

/// The first entry of ours becomes the wanted one, unless that is there; the others go.
Edited edit_entry(const std::string& before, const Place& place, const SetupRequest& request) {
  const EntryForm wanted = wanted_form(place, request);
  const OrderedJson value = filled(entry_of(place), wanted);
  const std::vector<OwnEntry> entries = own_entries(before, place, request);
  bool is_there = request.remove ||
                  std::any_of(entries.begin(), entries.end(), [&](const OwnEntry& own) { return own.form == wanted; });
  const bool adds = !request.remove && entries.empty();
  Edited edited = before;
  for (const OwnEntry& own : entries) {
    if (!edited || (!request.remove && own.form == wanted)) continue;
    const JsonPart part = part_of(place, own.value);
    edited = is_there ? without_part(*edited, part) : with_part_replaced(*edited, part, value);
    is_there = true;
  }
  return adds ? with_part(before, part_of(place, value)) : edited;
}

Edited edit(const std::string& text, const Place& place, const SetupRequest& request) {
  switch (place.kind) {
    case Kind::Table: return edit_table(text, place, request);
    case Kind::Frame: return request.remove ? text : with_part(text, part_of(place, entry_of(place)));
    default: return edit_entry(text, place, request);
  }
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

}  // namespace

std::vector<std::string> setup_agents() {
  std::vector<std::string> names;
  for (const Home& home : homes) names.emplace_back(home.agent);
  return names;
}

std::string settings_folder(std::string_view agent, const VariableOf& variable_of) {
  const std::string named = named_folder(home_of(agent), variable_of);
  return named.empty() ? std::string(home_of(agent).usual) : named;
}

base::Expected<std::vector<SettingsChange>, std::string> plan_setup(const SetupRequest& request, const TextOf& text_of,
                                                                    const VariableOf& variable_of) {
  std::vector<SettingsChange> changes;
  for (const Place& place : places) {
    if (place.agent != request.agent) continue;
    const std::string file = file_of(place, variable_of);
    auto change = std::find_if(changes.begin(), changes.end(), [&](const SettingsChange& c) { return c.file == file; });
    if (change == changes.end()) {
      const auto text = text_of(file);
      if (!text) return base::unexpected(text.error());
      change = changes.insert(changes.end(), {file, *text, *text});
    }
    Edited after = edit(change->after, place, request);
    if (!after) return base::unexpected(fmt::format("{}: {}", file, after.error()));
    change->after = *std::move(after);
  }
  std::erase_if(changes, [](const SettingsChange& change) { return change.before == change.after; });
  return changes;
}

SetupState setup_state(std::string_view agent, const TextOf& text_of, const VariableOf& variable_of) {
  const SetupRequest request{.agent = std::string(agent), .program = "termhost"};
  SetupState state{.complete = true};
  for (const Place& place : places) {
    if (place.agent != agent || place.kind == Kind::Frame) continue;
    const auto text = text_of(file_of(place, variable_of));
    const std::vector<OwnEntry> entries = text ? own_entries(*text, place, request) : std::vector<OwnEntry>();
    state.complete = state.complete && !entries.empty();
    for (const OwnEntry& own : entries) {
      state.attach = state.attach || own.form.arguments == attach_arguments;
      state.programs.push_back(own.form.program);
    }
  }
  return state;
}

bool says_nothing(std::string_view text) {
  if (text.empty()) return true;
  const auto left = rpc::read_json<OrderedJson>(text);  // with a comment in it, it says something
  return left && (*left == OrderedJson::object() || *left == OrderedJson{{"version", 1}});
}

std::string difference(const SettingsChange& change) {
  constexpr std::size_t around = 3;
  const auto before = lines_of(change.before), after = lines_of(change.after);
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t same = 0, same_end = 0;
  while (same < shorter && before[same] == after[same]) ++same;
  while (same_end < shorter - same && before[before.size() - 1 - same_end] == after[after.size() - 1 - same_end])
    ++same_end;
  std::string text = fmt::format("{}:{}\n", change.file, same + 1);
  const auto add = [&](char mark, const std::vector<std::string_view>& lines, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      text += fmt::format("{} {}{}", mark, lines[i], lines[i].ends_with('\n') ? "" : "\n");
  };
  add(' ', before, same > around ? same - around : 0, same);
  add('-', before, same, before.size() - same_end);
  add('+', after, same, after.size() - same_end);
  add(' ', after, after.size() - same_end, std::min(after.size(), after.size() - same_end + around));
  return text;
}

}  // namespace termhost::cli
