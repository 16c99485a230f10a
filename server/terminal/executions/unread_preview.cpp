#include "terminal/executions/unread_preview.hpp"

namespace termhost::terminal {

void UnreadPreview::append(std::string_view text) {
  const bool differed = !told_.same();
  text = told_.pass(text);
  if (!differed) begin_where_it_differs();
  if (!text.empty()) preview_.append(text);
}

text::Preview UnreadPreview::with(std::string_view screen) const {
  UnreadPreview all = *this;
  all.append(screen);
  if (all.told_.same()) {
    all.told_.end();
    all.begin_where_it_differs();
  }
  return all.preview_;
}

void UnreadPreview::begin_where_it_differs() {
  preview_ = text::Preview(budget_, compact_, advance(begin_, told_.stays()));
  preview_.append(told_.begun());
}

}  // namespace termhost::terminal
