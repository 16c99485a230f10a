#include "cli/commands/help.hpp"

#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands/topics.hpp"

namespace termhost::cli {
namespace {

constexpr std::string_view topics[] = {"policy", "sandbox", "secrets", "settings", "exit-status", "environment"};
constexpr std::string_view example_mark = "Example: ";

/// The kind of value that an option takes, in every command: for users, and for completions, which know FILE, FOLDER,
/// SHELL and a|b.
constexpr std::pair<const char*, const char*> values[] = {
    {"--policy", "FILE"},         {"--record", "FILE"},         {"file", "FILE"},
    {"artifact", "ARTIFACT"},     {"--storage", "FOLDER"},      {"--cwd", "FOLDER"},
    {"--shell", "SHELL"},         {"--task", "TASK"},           {"--timeout", "SECONDS"},
    {"--search", "REGEX"},        {"--context", "LINES"},       {"--offset", "BYTES"},
    {"--limit", "BYTES"},         {"--cols", "COLUMNS"},        {"--rows", "ROWS"},
    {"command", "COMMAND"},       {"--until-pattern", "REGEX"}, {"--until-port", "PORT"},
    {"--until-quiet", "SECONDS"}, {"--on", "MACHINE"},
};

std::string example_of(const CLI::App& command) {
  const std::string footer = command.get_footer();
  if (!footer.starts_with(example_mark)) return {};
  return footer.substr(example_mark.size(), footer.find('\n') - example_mark.size());
}

class WithExamples : public CLI::Formatter {
 public:
  std::string make_subcommand(const CLI::App* command) const override {
    return CLI::Formatter::make_subcommand(command) + fmt::format("{:>32} {}\n", "$", example_of(*command));
  }
};

/// The value's name alone, without what checks it.
std::string value_of(const CLI::Option& option) {
  if (option.get_type_size() == 0) return {};
  if (!option.get_option_text().empty()) return option.get_option_text();
  const std::string name = option.get_type_name();
  return name.substr(0, name.find(':'));
}

nlohmann::ordered_json to_json(const CLI::Option& option) {
  return {{"name", option.get_name()},
          {"value", value_of(option)},
          {"default", option.get_default_str()},
          {"required", option.get_required()},
          {"description", option.get_description()}};
}

nlohmann::ordered_json to_json(const CLI::App& command) {
  nlohmann::ordered_json options = nlohmann::ordered_json::array();
  for (const CLI::Option* option : command.get_options([](const CLI::Option* o) { return !o->get_group().empty(); }))
    options.push_back(to_json(*option));
  return {
      {"name", command.get_name()},     {"group", command.get_group()},   {"description", command.get_description()},
      {"example", example_of(command)}, {"footer", command.get_footer()}, {"options", std::move(options)}};
}

std::string topic_of(std::string_view name) { return std::string(topic_text(std::string(name) + ".txt")); }

std::string everything(const CLI::App& app) {
  nlohmann::ordered_json all = to_json(app);
  all["commands"] = nlohmann::ordered_json::array();
  for (const CLI::App* command : app.get_subcommands(nullptr)) all["commands"].push_back(to_json(*command));
  for (const std::string_view topic : topics) all["topics"][std::string(topic)] = topic_of(topic);
  return all.dump(2);
}

/// As `COMMAND --help`: an application that has a chosen subcommand would help with that one.
std::string help_of(const CLI::App& command, const std::string& name) {
  return command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal);
}

int show(const CLI::App& app, const std::string& topic) {
  const auto named = app.get_subcommands([&](const CLI::App* command) { return command->get_name() == topic; });
  const std::string text = topic.empty()   ? help_of(app, app.get_name())
                           : named.empty() ? topic_of(topic)
                                           : help_of(*named.front(), app.get_name() + " " + topic);
  if (text.empty()) {
    fmt::print(stderr, "termhost help: there is no command or topic '{}'; `termhost --help` lists them\n", topic);
    return 2;
  }
  std::cout << text;
  return std::cout.flush() ? 0 : 1;
}

}  // namespace

void describe(CLI::App& command, const Listing& listing) {
  command.group(listing.group);
  for (const auto& [name, value] : values)
    if (CLI::Option* const option = command.get_option_no_throw(name); option != nullptr) option->type_name(value);
  const std::string more = command.get_footer();
  command.footer(std::string(example_mark) + listing.example + (more.empty() ? "" : "\n" + more));
}

void describe_program(CLI::App& app) {
  app.formatter(std::make_shared<WithExamples>());
  app.footer(fmt::format("termhost help TOPIC explains a command, or one of: {}", fmt::join(topics, ", ")));
}

void add_help(CLI::App& app, int& exit_status) {
  auto topic = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("help", "Explain a command or a topic");
  command->add_option("topic", *topic, fmt::format("A command, or {}", fmt::join(topics, ", ")))->option_text("TOPIC");
  command->add_flag("--json", *json, "Print all help as JSON, for generators")->group("");
  command->callback([&app, topic, json, &exit_status] {
    if (*json) std::cout << everything(app) << '\n';
    exit_status = *json ? 0 : show(app, *topic);
  });
}

}  // namespace termhost::cli
