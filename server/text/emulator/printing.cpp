#include "text/emulator/printing.hpp"

#include <algorithm>
#include <string>

#include "text/emulator/scrolling.hpp"
#include "vt/parser.hpp"

namespace termhost::text::emulation {
namespace {

/// REP writes at most this many code points: a few bytes must not become megabytes, and a screen is far smaller.
constexpr std::size_t max_repeated = 1 << 18;

void wrap(State& t) {
  Row* const left = &t.screen->current();
  for (int column = t.screen->x; column < t.screen->columns(); ++column) left->set(column, empty_cell(t.attributes));
  t.screen->x = 0;
  if (t.screen->y == t.screen->bottom) return scroll(t, true);
  t.screen->y = std::min(t.screen->y + 1, t.screen->rows() - 1);
  t.screen->current().wrapped = true;
}

void write_ascii(State& t, std::string_view text) {
  while (!text.empty()) {
    const int room = t.screen->columns() - t.screen->x;
    if (room <= 0 && t.modes.wraparound) {
      wrap(t);
      continue;
    }
    if (room <= 0) {
      t.screen->x = t.screen->columns() - 1;
      text.remove_prefix(text.size() - 1);  // each takes the place of the one before
      continue;
    }
    const auto count = std::min(text.size(), static_cast<std::size_t>(room));
    t.screen->current().write_ascii(t.screen->x, text.data(), static_cast<int>(count), t.attributes);
    t.screen->x += static_cast<int>(count);
    text.remove_prefix(count);
  }
}

void print_character(State& t, char32_t character, int width) {
  if (t.screen->x + width > t.screen->columns()) {
    if (t.modes.wraparound) {
      wrap(t);
    } else {
      t.screen->x = t.screen->columns() - 1;
      if (width == 2) return;
    }
  }
  Row& row = t.screen->current();
  if (t.modes.insert) row.insert(t.screen->x, width, empty_cell(t.attributes));
  // A mark that joins nothing takes a cell of width 0, even one beyond the last column, where it is lost.
  if (t.screen->x < t.screen->columns()) row.set(t.screen->x, make_cell(character, width, t.attributes));
  ++t.screen->x;
  if (width == 2) {
    row.set(t.screen->x++, make_cell(0, 0, t.attributes));
    t.saw_wide = true;
  }
}

void sweep_clusters(State& t) {
  t.clusters.sweep([&t](auto visit) {
    t.normal.scrollback().for_each_cell(visit);
    for (Screen* const screen : {&t.normal, &t.alternate}) {
      for (int y = screen->text_rows(); y < screen->rows(); ++y) screen->row(y).for_each_cell(visit);
    }
  });
}

void join_mark(State& t, char32_t mark) {
  Row& row = t.screen->current();
  const int back = row.width_at(t.screen->x - 1) == 0 ? 2 : 1;
  const int column = t.screen->x - back;
  if (column < 0) return;
  const Cell joined = t.clusters.append(row[column], mark);
  row.set(column, (joined & ~width_mask) | static_cast<Cell>(t.preceding_width) << width_shift);
  t.saw_wide = t.saw_wide || t.preceding_width == 2;  // also where the wide character itself had no room
  if (t.clusters.wants_sweep()) sweep_clusters(t);
}

}  // namespace

void clear_head_before(State& t) {
  const int before = t.screen->x - 1;
  if (before < 0 || before >= t.screen->columns()) return;
  if (t.screen->current().width_at(before) == 2) t.screen->current().set(before, empty_cell(t.attributes));
}

void clear_tail_after(State& t) {
  if (t.screen->x >= t.screen->columns()) return;
  if (is_tail(t.screen->current()[t.screen->x])) t.screen->current().set(t.screen->x, empty_cell(t.attributes));
}

void print_ascii(State& t, std::string_view text) {
  begin_run(t);
  if (t.charset == nullptr && !t.modes.insert) {
    write_ascii(t, text);
    t.preceding_width = 1;
    return;
  }
  for (const char byte : text) {
    const char32_t character = t.charset == nullptr ? static_cast<unsigned char>(byte) : translate(*t.charset, byte);
    t.preceding_width = 1;
    print_character(t, character, 1);
  }
}

void print(State& t, char32_t character) {
  begin_run(t);
  const int width = t.char_width(character);
  if (width == 0 && t.preceding_width > 0) return join_mark(t, character);
  t.preceding_width = width;
  print_character(t, character, width);
}

void repeat(State& t, int count) {
  const int column = t.screen->x - t.preceding_width;
  if (t.preceding_width == 0 || column < 0 || column >= t.screen->columns()) return;
  const Cell cell = t.screen->current()[column];
  if (!has_content(cell)) return;
  const std::u32string text = (cell & cluster_flag) != 0 ? t.clusters[cell] : std::u32string(1, cell & character_mask);
  count = std::min(count, static_cast<int>(max_repeated / text.size()));
  if (text.size() == 1 && text[0] < vt::first_graphic) {
    print_ascii(t, std::string(static_cast<std::size_t>(count), static_cast<char>(text[0])));
    return end_run(t);
  }
  for (; count > 0; --count) {
    for (const char32_t character : text) {
      if (character >= vt::first_graphic) {
        print(t, character);
        continue;
      }
      const char byte = static_cast<char>(character);
      print_ascii(t, {&byte, 1});
    }
  }
  end_run(t);
}

}  // namespace termhost::text::emulation
