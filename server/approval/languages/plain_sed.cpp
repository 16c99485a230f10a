#include "approval/languages/plain_sed.hpp"

#include <algorithm>
#include <string>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// Reads what a sed script is plainly made of: addresses and commands that take no file, label or text.
class SedReader {
 public:
  explicit SedReader(std::string_view script) : text_(script) {}

  bool run() {
    while (!done()) {
      if (is_one_of(" \t\n;{}")) {
        ++at_;
        continue;
      }
      if (!address() || !command()) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char now() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] bool is_one_of(std::string_view set) const {
    return !done() && set.find(now()) != std::string_view::npos;
  }
  void skip(std::string_view set) {
    while (is_one_of(set)) ++at_;
  }

  /// `[…]` in an expression, where the delimiter ends nothing for some seds: what could be read both ways is not plain.
  bool set(char delimiter) {
    ++at_;
    if (now() == '^') ++at_;
    if (now() == ']') ++at_;
    for (; !done() && now() != ']'; ++at_) {
      if (const std::size_t end = class_end(text_, at_); end != std::string_view::npos)
        at_ = end;
      else if (now() == delimiter || is_one_of(";\n\\["))
        return false;
    }
    return !done();
  }

  enum class Part { Expression, Replacement };

  /// Reads to the next unescaped delimiter, on one line.
  bool delimited(char delimiter, Part part) {
    for (; !done(); ++at_) {
      if (now() == '\n') return false;
      if (now() == '[' && part == Part::Expression && !set(delimiter)) return false;
      if (now() == '\\') {
        if (++at_ >= text_.size() || now() == '\n') return false;
      } else if (now() == delimiter) {
        ++at_;
        return true;
      }
    }
    return false;
  }

  bool one_address() {
    if (now() == '/') {
      ++at_;
      if (!delimited('/', Part::Expression)) return false;
      skip("I");
    } else if (now() == '$') {
      ++at_;
    } else {
      skip("0123456789~+");
    }
    return true;
  }

  bool address() {
    if (!one_address()) return false;
    skip(" ");
    if (now() == ',') {
      ++at_;
      skip(" ");
      if (!one_address()) return false;
    }
    skip(" !");
    return true;
  }

  bool command() {
    const char name = now();
    ++at_;
    if (name == '{') return true;
    if (name == 's') {
      const char delimiter = now();
      const auto byte = static_cast<unsigned char>(delimiter);
      if (byte <= ' ' || byte >= 0x7F || delimiter == '\\' || is_name_char(delimiter)) return false;
      ++at_;
      if (!delimited(delimiter, Part::Expression) || !delimited(delimiter, Part::Replacement)) return false;
      skip("gpiIm0123456789");
    } else if (name == 'q') {
      skip("0123456789");
    } else if (std::string_view("pPdDnNgGhHxlz=").find(name) == std::string_view::npos || name == '\0') {
      return false;
    }
    skip(" ");
    return done() || is_one_of(";\n}");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool is_plain_sed(std::string_view script) { return SedReader(script).run(); }

}  // namespace termhost::approval
