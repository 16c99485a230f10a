#include "text/screen/reflow.hpp"

#include <algorithm>
#include <utility>

namespace termhost::text {
namespace {

/// The number of cells of a row that are part of its line.
int length_of(const Row& row, const Row* next) {
  if (next == nullptr || !next->wrapped) return std::min(row.trimmed_length(), row.columns());
  const bool early = !has_content(row[row.columns() - 1]) && next->width_at(0) == 2;
  return early ? row.columns() - 1 : row.columns();
}

class Typesetter {
 public:
  explicit Typesetter(int columns) : columns_(columns) {}

  void begin_line(bool wrapped) {
    rows_.emplace_back(columns_);
    rows_.back().wrapped = wrapped;
    x_ = 0;
  }

  void place(Cell cell) {
    if (x_ + std::max(1, width_of(cell)) > columns_) begin_line(true);
    rows_.back().set(x_++, cell);
  }

  [[nodiscard]] int x() const { return x_; }
  [[nodiscard]] std::size_t y() const { return rows_.size() - 1; }
  [[nodiscard]] std::vector<Row> take() { return std::move(rows_); }

 private:
  int columns_;
  int x_ = 0;
  std::vector<Row> rows_;
};

void set_cursor(Layout& layout, int x, std::size_t y) {
  layout.x = x;
  layout.y = y;
}

}  // namespace

Layout reflow(const Layout& old, int columns) {
  Typesetter typesetter(columns);
  Layout layout;
  for (std::size_t y = 0; y < old.rows.size(); ++y) {
    const Row& row = old.rows[y];
    const Row* const next = y + 1 < old.rows.size() ? &old.rows[y + 1] : nullptr;
    if (y == 0 || !row.wrapped) typesetter.begin_line(row.wrapped);
    const bool has_cursor = y == old.y;
    const int length =
        has_cursor ? std::max(length_of(row, next), std::min(old.x, row.columns())) : length_of(row, next);
    for (int x = 0; x < length; ++x) {
      typesetter.place(row[x]);
      if (has_cursor && x == old.x) set_cursor(layout, typesetter.x() - 1, typesetter.y());
    }
    if (has_cursor && old.x >= length) set_cursor(layout, typesetter.x(), typesetter.y());
  }
  layout.rows = typesetter.take();
  return layout;
}

}  // namespace termhost::text
