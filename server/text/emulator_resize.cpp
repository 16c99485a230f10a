#include "text/emulator.hpp"

namespace termhost::text {

void Emulator::resize(int, int) {}

}  // namespace termhost::text
