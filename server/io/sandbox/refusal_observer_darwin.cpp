#include "io/sandbox/refusal_observer.hpp"

namespace termhost::io {

class RefusalObserver::Watch {};

RefusalObserver::RefusalObserver(FileDescriptor /*watched*/, sandbox::Plan /*plan*/) {}
RefusalObserver::~RefusalObserver() = default;
std::vector<sandbox::Refusal> RefusalObserver::take() { return {}; }

}  // namespace termhost::io
