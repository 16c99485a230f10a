// tests/fixtures/secrets: tokens of no one and the places where programs print them.
#pragma once

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::testing {

struct TableRow {
  std::string name, text;
};

inline std::string with_line_ends(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    if (escape && text[i + 1] == 'n')
      result += '\n', ++i;
    else if (escape && text[i + 1] == '\\')
      result += '\\', ++i;
    else
      result += text[i];
  }
  return result;
}

inline std::vector<TableRow> secret_table(const std::string& file) {
  std::ifstream in(TERMHOST_FIXTURES "/secrets/" + file);
  std::vector<TableRow> rows;
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    if (line.starts_with('#') || tab == std::string::npos) continue;
    rows.push_back({line.substr(0, tab), with_line_ends(line.substr(tab + 1))});
  }
  return rows;
}

inline std::vector<TableRow> secret_tokens() {
  std::vector<TableRow> rows = secret_table("tokens.tsv");
  for (TableRow& row : rows) std::erase(row.text, '|');
  return rows;
}

/// A context with what stands before and behind the secret.
struct Context {
  std::string name, before, behind;
};

inline std::vector<Context> secret_contexts() {
  std::vector<Context> contexts;
  for (const TableRow& row : secret_table("contexts.tsv")) {
    const std::size_t at = row.text.find("{}");
    contexts.push_back({row.name, row.text.substr(0, at), row.text.substr(at + 2)});
  }
  return contexts;
}

}  // namespace termhost::testing
