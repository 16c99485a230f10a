#include "vt/shell_marker.hpp"

#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/file_url.hpp"
#include "base/utf8.hpp"

namespace termhost::vt {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = text.find(separator);
    fields.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return fields;
    text.remove_prefix(end + 1);
  }
}

/// Fields of a marker by number; those that are not there are empty.
class Fields {
 public:
  explicit Fields(std::string_view text) : fields_(split(text, ';')) {}

  [[nodiscard]] std::string_view operator[](std::size_t index) const {
    return index < fields_.size() ? fields_[index] : std::string_view{};
  }

 private:
  std::vector<std::string_view> fields_;
};

std::optional<int> decimal(std::string_view digits) {
  int value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

/// Windows Terminal's form allows quotes around the path.
std::string_view unquoted(std::string_view path) {
  const bool quoted = path.size() >= 2 && path.front() == '"' && path.back() == '"';
  return quoted ? path.substr(1, path.size() - 2) : path;
}

std::optional<ShellMarker> directory_marker(MarkerDialect dialect, std::string path) {
  if (path.empty()) return std::nullopt;
  ShellMarker marker{.kind = MarkerKind::Property, .dialect = dialect};
  marker.key = "Cwd";
  marker.value = std::move(path);
  return marker;
}

std::optional<MarkerKind> kind_of(std::string_view letter, std::string_view letters) {
  if (letter.size() != 1) return std::nullopt;
  const std::size_t index = letters.find(letter.front());
  if (index == std::string_view::npos) return std::nullopt;
  constexpr std::array kinds{MarkerKind::PromptStart,     MarkerKind::CommandStart, MarkerKind::CommandExecuted,
                             MarkerKind::CommandFinished, MarkerKind::CommandLine,  MarkerKind::ContinuationStart,
                             MarkerKind::ContinuationEnd, MarkerKind::Property};
  return kinds[index];
}

std::optional<ShellMarker> parse_633(std::string_view payload) {
  const Fields fields(payload);
  const auto kind = kind_of(fields[0], "ABCDEFGP");
  if (!kind) return std::nullopt;
  ShellMarker marker{.kind = *kind, .dialect = MarkerDialect::Osc633};
  const bool has_value =
      *kind == MarkerKind::CommandFinished || *kind == MarkerKind::CommandLine || *kind == MarkerKind::Property;
  marker.nonce = decode_633_field(fields[has_value ? 2 : 1]);
  if (*kind == MarkerKind::CommandFinished) marker.exit_code = decimal(fields[1]);
  if (*kind == MarkerKind::CommandLine) marker.command_line = decode_633_field(fields[1]);
  if (*kind == MarkerKind::Property) {
    const std::string property = decode_633_field(fields[1]);
    const std::size_t equals = property.find('=');
    if (equals == std::string::npos) return std::nullopt;
    marker.key = property.substr(0, equals);
    marker.value = property.substr(equals + 1);
  }
  return marker;
}

std::optional<ShellMarker> parse_133(std::string_view payload) {
  const Fields fields(payload);
  const auto kind = kind_of(fields[0], "ABCD");
  if (!kind) return std::nullopt;
  ShellMarker marker{.kind = *kind, .dialect = MarkerDialect::Osc133};
  if (*kind == MarkerKind::CommandFinished) marker.exit_code = decimal(fields[1]);
  if (*kind == MarkerKind::PromptStart) {
    // The option k names the kind of prompt: s and c are for the further lines of a command.
    for (const std::string_view option : split(payload, ';')) {
      if (option == "k=s" || option == "k=c") marker.kind = MarkerKind::ContinuationStart;
    }
  }
  return marker;
}

}  // namespace

std::string decode_633_field(std::string_view field) {
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    const std::string_view rest = field.substr(i);
    if (rest.starts_with("\\\\")) {
      text += '\\';
      ++i;
      continue;
    }
    const bool is_hex = rest.starts_with("\\x") || rest.starts_with("\\X");
    const auto value = is_hex ? base::hex_byte(rest.substr(2, 2)) : std::nullopt;
    if (!value) {
      text += field[i];
      continue;
    }
    base::append_utf8(text, static_cast<char32_t>(*value));
    i += 3;
  }
  return text;
}

std::optional<ShellMarker> parse_shell_marker(std::string_view osc_payload) {
  const std::size_t end = osc_payload.find(';');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view command = osc_payload.substr(0, end);
  const std::string_view rest = osc_payload.substr(end + 1);
  if (command == "633") return parse_633(rest);
  if (command == "133") return parse_133(rest);
  if (command == "7") return directory_marker(MarkerDialect::Osc7, base::path_of_file_url(rest));
  if (command == "9" && rest.starts_with("9;")) {
    return directory_marker(MarkerDialect::Osc9, std::string(unquoted(rest.substr(2))));
  }
  constexpr std::string_view current_directory = "CurrentDir=";
  if (command == "1337" && rest.starts_with(current_directory)) {
    return directory_marker(MarkerDialect::Osc1337, std::string(rest.substr(current_directory.size())));
  }
  return std::nullopt;
}

}  // namespace termhost::vt
