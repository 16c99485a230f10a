#include "terminal/executions/model_view.hpp"

#include <algorithm>
#include <utility>

namespace termhost::terminal {
namespace {

std::uint64_t growth_of(const text::SecretSpan& span, const text::Secrets& secrets) {
  const std::uint64_t label = text::secret_label(secrets.names()[span.name]).size();
  return label - std::min(label, span.bytes);
}

}  // namespace

ModelView::ModelView(std::size_t budget, bool compact, std::shared_ptr<const text::Secrets> secrets)
    : budget_(budget), compact_(compact), secrets_(std::move(secrets)), plain_(budget, compact) {
  if (secrets_) finder_.emplace(secrets_);
}

void ModelView::append(std::string_view text) {
  if (!finder_) return decide(text, {});
  const std::string held(finder_->held());
  const std::uint64_t begin = finder_->decided();
  std::vector<text::SecretSpan> found;
  finder_->add(text, found);
  const std::size_t size = finder_->decided() - begin;
  if (held.empty()) return decide(text.substr(0, size), found);
  joined_ = held + std::string(text);
  decide(std::string_view(joined_).substr(0, size), found);
}

void ModelView::finish() {
  if (!finder_) return;
  const std::vector<text::SecretSpan> found = finder_->if_ended();
  const std::string rest(finder_->held());
  finder_.reset();
  decide(rest, found);
}

/// `found`: what is secret in it.
void ModelView::decide(std::string_view text, const std::vector<text::SecretSpan>& found) {
  if (!found.empty() && !hidden_) hidden_.emplace(plain_);
  const std::uint64_t begin = decided_bytes();
  plain_.append(text);
  if (!hidden_ && !unread_) return;
  std::string masked(text);
  text::mask(masked, begin, found);
  if (hidden_) hidden_->append(masked);
  if (unread_) unread_->append(masked);
  for (const text::SecretSpan& span : found) growth_ += growth_of(span, *secrets_);
}

void ModelView::mark_told(std::string_view screen) {
  unread_.emplace(budget_, compact_, plain_.end(), masked_rest(screen));
}

std::string ModelView::masked_rest(std::string_view screen) const {
  std::string rest = std::string(held()) + std::string(screen);
  if (finder_) text::mask(rest, finder_->decided(), finder_->if_ended(screen));
  return rest;
}

bool ModelView::is_whole_with(std::string_view screen) const {
  const std::size_t total = decided_bytes() + held().size() + screen.size();
  if (total + growth_ > budget_) return false;
  const std::string rest = masked_rest(screen);
  const std::size_t size = rest.size();
  return decided_bytes() + growth_ + std::max(size, labelled(rest).text.size()) <= budget_;
}

ViewText ModelView::make(std::string_view screen) const {
  text::Preview all = shown();
  all.append(masked_rest(screen));
  return as_shown(all, screen);
}

ViewText ModelView::make_unread(std::string_view screen) const {
  return unread_ ? as_shown(unread_->with(masked_rest(screen)), screen) : make(screen);
}

ViewText ModelView::as_shown(const text::Preview& preview, std::string_view screen) const {
  const text::Position end = text::advance(plain_.end(), std::string(held()) + std::string(screen));
  const bool ends_line = end == plain_.end() ? plain_.ends_line() : (screen.empty() ? held() : screen).back() == '\n';
  ViewText view{.text = {},
                .omitted = {},
                .hidden = {},
                .begin = preview.begin().offset,
                .total_bytes = end.offset,
                .total_lines = end.lines + (ends_line ? 0 : 1)};
  for (std::size_t budget = budget_;;) {  // with its labels the largest that fits
    text::PreviewText made = preview.make(budget);
    text::LabelledText shown = labelled(std::move(made.text));
    view.text = std::move(shown.text);
    view.omitted = std::move(made.omitted);
    view.hidden = shown.hidden;
    const std::size_t most = view.omitted.empty() ? text::Preview::whole_share * budget_ : budget_;
    if (view.text.size() <= most || view.hidden.secrets == 0 || budget == 0) return view;
    budget -= std::min(budget, view.text.size() - most);
  }
}

ViewText ModelView::persons(std::string_view screen) const {
  text::Preview all = plain_;
  all.append(std::string(held()) + std::string(screen));
  text::PreviewText made = all.make();
  return {.text = std::move(made.text),
          .omitted = std::move(made.omitted),
          .hidden = {},
          .begin = 0,
          .total_bytes = all.end().offset,
          .total_lines = all.end().lines + (all.ends_line() ? 0 : 1)};
}

std::string ModelView::masked_end(std::string_view screen) const {
  return std::string(shown().tail()) + masked_rest(screen);
}

text::LabelledText ModelView::labelled(std::string masked) const {
  if (!secrets_) return {std::move(masked), {}};
  return text::labelled(std::move(masked), secrets_->names());
}

}  // namespace termhost::terminal
