#include "text/emulator/renderer.hpp"

#include "base/utf8.hpp"
#include "text/emulator/emulator.hpp"

namespace termhost::text {

class Renderer::Impl {
 public:
  explicit Impl(const RenderOptions& options) : options_(options), emulator_(std::make_unique<Emulator>(options)) {}

  void finish(std::string& final_text) {
    if (emulator_->drop_partial()) emulator_->write(base::replacement_bytes, final_text);  // cut off in a character
    final_text += emulator_->pending();
    emulator_ = std::make_unique<Emulator>(options_);
  }

  void resize(int columns, int rows) {
    options_.columns = columns;
    options_.rows = rows;
    emulator_->resize(columns, rows);
  }

  Emulator& emulator() { return *emulator_; }

 private:
  RenderOptions options_;
  std::unique_ptr<Emulator> emulator_;
};

Renderer::Renderer(RenderOptions options) : impl_(std::make_unique<Impl>(options)) {}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

void Renderer::write(std::string_view bytes, std::string& final_text) { impl_->emulator().write(bytes, final_text); }
std::string Renderer::pending() const { return impl_->emulator().pending(); }
void Renderer::finish(std::string& final_text) { impl_->finish(final_text); }
void Renderer::resize(int columns, int rows) { impl_->resize(columns, rows); }
std::uint64_t Renderer::clears() const { return impl_->emulator().clears(); }
bool Renderer::alternate_screen() const { return impl_->emulator().alternate_screen(); }
std::string Renderer::alternate_screen_text() const { return impl_->emulator().alternate_screen_text(); }
ScreenView Renderer::view() const { return impl_->emulator().view(); }
KeyModes Renderer::key_modes() const { return impl_->emulator().key_modes(); }
std::string Renderer::take_replies() { return impl_->emulator().take_replies(); }

}  // namespace termhost::text
