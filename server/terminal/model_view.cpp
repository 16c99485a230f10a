#include "terminal/model_view.hpp"

#include <algorithm>
#include <utility>

namespace termhost::terminal {
namespace {

constexpr std::size_t longest_open_line = std::size_t{64} << 10;  ///< of what is told in lines

std::uint64_t growth_of(const text::SecretSpan& span, const text::Secrets& secrets) {
  const std::uint64_t label = text::secret_label(secrets.names()[span.name]).size();
  return label - std::min(label, span.bytes);
}

}  // namespace

ModelView::ModelView(std::size_t budget, bool compact, std::shared_ptr<const text::Secrets> secrets)
    : budget_(budget), secrets_(std::move(secrets)), plain_(budget, compact) {
  if (secrets_) finder_.emplace(secrets_);
}

void ModelView::append(std::string_view text) {
  newly_ = {};
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
  const std::string told(newly_);
  const std::vector<text::SecretSpan> found = finder_->if_ended();
  const std::string rest(finder_->held());
  finder_.reset();
  decide(rest, found);
  lines_ = told + std::string(newly_) + std::exchange(open_line_, {});
  newly_ = lines_;
}

/// `found`: what is secret in it.
void ModelView::decide(std::string_view text, const std::vector<text::SecretSpan>& found) {
  if (!found.empty() && !hidden_) hidden_.emplace(plain_);
  const std::uint64_t begin = plain_.total_bytes();
  plain_.append(text);
  if (!hidden_) return tell_lines(text);
  std::string masked(text);
  text::mask(masked, begin, found);
  hidden_->append(masked);
  for (const text::SecretSpan& span : found) growth_ += growth_of(span, *secrets_);
  tell_lines(labelled(std::move(masked)).text);
}

void ModelView::tell_lines(std::string_view text) {
  if (open_line_.empty() && text.ends_with('\n') && !hidden_) {
    newly_ = text;
    return;
  }
  lines_ = std::exchange(open_line_, {}) + std::string(text);
  const std::size_t whole = lines_.size() > longest_open_line ? lines_.size() : lines_.rfind('\n') + 1;
  open_line_ = lines_.substr(whole);
  newly_ = std::string_view(lines_).substr(0, whole);
}

std::string ModelView::masked_rest(std::string_view screen) const {
  std::string rest = std::string(held()) + std::string(screen);
  if (finder_) text::mask(rest, finder_->decided(), finder_->if_ended(screen));
  return rest;
}

bool ModelView::is_whole_with(std::string_view screen) const {
  const std::size_t total = total_bytes() + screen.size();
  if (total + growth_ > budget_) return false;
  const std::string rest = masked_rest(screen);
  const std::size_t size = rest.size();
  return plain_.total_bytes() + growth_ + std::max(size, labelled(rest).text.size()) <= budget_;
}

ViewText ModelView::make(std::string_view screen) const {
  text::Preview all = shown();
  all.append(masked_rest(screen));
  ViewText view{
      .text = {}, .omitted = {}, .hidden = {}, .total_bytes = all.total_bytes(), .total_lines = all.total_lines()};
  for (std::size_t budget = budget_;;) {  // with its labels the largest that fits
    text::PreviewText made = all.make(budget);
    text::LabelledText shown = labelled(std::move(made.text));
    view.text = std::move(shown.text);
    view.omitted = std::move(made.omitted);
    view.hidden = shown.hidden;
    if (view.text.size() <= budget_ || view.hidden.secrets == 0 || budget == 0) return view;
    budget -= std::min(budget, view.text.size() - budget_);
  }
}

ViewText ModelView::persons(std::string_view screen) const {
  text::Preview all = plain_;
  all.append(std::string(held()) + std::string(screen));
  text::PreviewText made = all.make();
  return {.text = std::move(made.text),
          .omitted = std::move(made.omitted),
          .hidden = {},
          .total_bytes = all.total_bytes(),
          .total_lines = all.total_lines()};
}

std::string ModelView::masked_end(std::string_view screen) const {
  return std::string(shown().tail()) + masked_rest(screen);
}

text::LabelledText ModelView::labelled(std::string masked) const {
  if (!secrets_) return {std::move(masked), {}};
  return text::labelled(std::move(masked), secrets_->names());
}

}  // namespace termhost::terminal
