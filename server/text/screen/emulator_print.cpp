// Characters: where they go, what they overwrite, and when the line wraps.
#include <algorithm>
#include <array>

#include "text/screen/emulator.hpp"

namespace termhost::text {
namespace {

/// REP writes at most this many code points: a few bytes must not become megabytes, and a screen is far smaller.
constexpr std::size_t max_repeated = 1 << 18;

}  // namespace

/// A run begins: a wide character whose second half it overwrites goes.
void Emulator::clear_head_before() {
  const int before = screen_->x - 1;
  if (before < 0 || before >= screen_->columns()) return;
  if (screen_->current().width_at(before) == 2) screen_->current().set(before, empty_cell(attributes_));
}

/// A run ended: the second half of a wide character whose first half it overwrote becomes an empty cell.
void Emulator::clear_tail_after() {
  if (screen_->x >= screen_->columns()) return;
  if (is_tail(screen_->current()[screen_->x])) screen_->current().set(screen_->x, empty_cell(attributes_));
}

void Emulator::print_ascii(std::string_view text) {
  begin_run();
  if (charset_ == nullptr && !modes_.insert) {
    write_ascii(text);
    preceding_width_ = 1;
    return;
  }
  for (const char byte : text) {
    const char32_t character = charset_ == nullptr ? static_cast<unsigned char>(byte) : translate(*charset_, byte);
    preceding_width_ = 1;
    print_character(character, 1);
  }
}

void Emulator::write_ascii(std::string_view text) {
  while (!text.empty()) {
    const int room = screen_->columns() - screen_->x;
    if (room <= 0 && modes_.wraparound) {
      wrap();
      continue;
    }
    if (room <= 0) {
      screen_->x = screen_->columns() - 1;
      text.remove_prefix(text.size() - 1);  // each takes the place of the one before
      continue;
    }
    const auto count = std::min(text.size(), static_cast<std::size_t>(room));
    screen_->current().write_ascii(screen_->x, text.data(), static_cast<int>(count), attributes_);
    screen_->x += static_cast<int>(count);
    text.remove_prefix(count);
  }
}

void Emulator::print(char32_t character) {
  begin_run();
  const int width = char_width_(character);
  if (width == 0 && preceding_width_ > 0) return join_mark(character);
  preceding_width_ = width;
  print_character(character, width);
}

void Emulator::print_character(char32_t character, int width) {
  if (screen_->x + width > screen_->columns()) {
    if (modes_.wraparound) {
      wrap();
    } else {
      screen_->x = screen_->columns() - 1;
      if (width == 2) return;
    }
  }
  Row& row = screen_->current();
  if (modes_.insert) row.insert(screen_->x, width, empty_cell(attributes_));
  // A mark that joins nothing takes a cell of width 0, even one beyond the last column, where it is lost.
  if (screen_->x < screen_->columns()) row.set(screen_->x, make_cell(character, width, attributes_));
  ++screen_->x;
  if (width == 2) {
    row.set(screen_->x++, make_cell(0, 0, attributes_));
    saw_wide_ = true;
  }
}

void Emulator::wrap() {
  Row* const left = &screen_->current();
  for (int column = screen_->x; column < screen_->columns(); ++column) left->set(column, empty_cell(attributes_));
  screen_->x = 0;
  if (screen_->y == screen_->bottom) return scroll(true);
  screen_->y = std::min(screen_->y + 1, screen_->rows() - 1);
  screen_->current().wrapped = true;
}

void Emulator::join_mark(char32_t mark) {
  Row& row = screen_->current();
  const int back = row.width_at(screen_->x - 1) == 0 ? 2 : 1;
  const int column = screen_->x - back;
  if (column < 0) return;
  const Cell joined = clusters_.append(row[column], mark);
  row.set(column, (joined & ~width_mask) | static_cast<Cell>(preceding_width_) << width_shift);
  saw_wide_ = saw_wide_ || preceding_width_ == 2;  // also where the wide character itself had no room
  if (clusters_.wants_sweep()) sweep_clusters();
}

void Emulator::sweep_clusters() {
  clusters_.sweep([this](auto visit) {
    normal_.scrollback().for_each_cell(visit);
    for (Screen* const screen : {&normal_, &alternate_}) {
      for (int y = screen->text_rows(); y < screen->rows(); ++y) screen->row(y).for_each_cell(visit);
    }
  });
}

void Emulator::repeat(int count) {
  const int column = screen_->x - preceding_width_;
  if (preceding_width_ == 0 || column < 0 || column >= screen_->columns()) return;
  const Cell cell = screen_->current()[column];
  if (!has_content(cell)) return;
  const std::u32string text = (cell & cluster_flag) != 0 ? clusters_[cell] : std::u32string(1, cell & character_mask);
  count = std::min(count, static_cast<int>(max_repeated / text.size()));
  if (text.size() == 1 && text[0] < vt::first_graphic) {
    print_ascii(std::string(static_cast<std::size_t>(count), static_cast<char>(text[0])));
    return end_run();
  }
  for (; count > 0; --count) {
    for (const char32_t character : text) {
      if (character >= vt::first_graphic) {
        print(character);
        continue;
      }
      const char byte = static_cast<char>(character);
      print_ascii({&byte, 1});
    }
  }
  end_run();
}

}  // namespace termhost::text
