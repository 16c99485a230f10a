// Line ends, and the here-documents whose bodies begin after one.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "shell/posix_tokens/cursor.hpp"

namespace termhost::shell::posix {

struct Parser;

struct HereDocumentWaiting {
  NodeId node = no_node;
  std::string delimiter = {};
  bool strip_tabs = false;
  bool quoted = false;
};

class Lines {
 public:
  Lines(Cursor& in, Parser& all) : in_(in), all_(all) {}

  /// True: there were some. The first has the role.
  bool skip_newlines(Layout::Role role) {
    in_.skip_blanks();
    return (in_.here() == '\n' || in_.here() == '#') && skip_lines(role);
  }
  /// The layout item of the first newline that was skipped last.
  [[nodiscard]] std::size_t newlines_at() const { return newlines_at_; }
  /// The delimiter of a here-document, whose body waits for the end of the line.
  [[nodiscard]] NodeId delimiter(Operator op);
  /// Reads the waiting here-documents, from here on.
  void read_here_documents();
  /// Puts others in their place.
  [[nodiscard]] std::vector<HereDocumentWaiting> exchange_waiting(std::vector<HereDocumentWaiting> others) {
    return std::exchange(waiting_, std::move(others));
  }

 private:
  bool skip_lines(Layout::Role role);
  void read_here_document(const HereDocumentWaiting& waiting);
  void here_body_parts(NodeId body);

  Cursor& in_;
  Parser& all_;
  std::vector<HereDocumentWaiting> waiting_;
  std::size_t newlines_at_ = 0;
};

}  // namespace termhost::shell::posix
