// What the rendering tests share: one stream through a renderer, whole or cut.
#pragma once

#include <string>
#include <string_view>

#include "text/emulator/renderer.hpp"

namespace termhost::text {

inline std::string rendered(std::string_view stream, const RenderOptions& options = {}) {
  Renderer renderer(options);
  std::string text;
  renderer.write(stream, text);
  renderer.finish(text);
  return text;
}

inline std::string rendered_split(std::string_view stream, std::size_t at, const RenderOptions& options = {}) {
  Renderer renderer(options);
  std::string text;
  renderer.write(stream.substr(0, at), text);
  renderer.write(stream.substr(at), text);
  renderer.finish(text);
  return text;
}

inline std::string rendered_bytewise(std::string_view stream, const RenderOptions& options = {}) {
  Renderer renderer(options);
  std::string text;
  for (const char& byte : stream) renderer.write({&byte, 1}, text);
  renderer.finish(text);
  return text;
}

}  // namespace termhost::text
