// The number and the kinds of the secrets that a shown text hides.
#pragma once

#include <cstdint>

#include "protocol/codec/fields.hpp"

namespace termhost::protocol {

/// The text has `[secret NAME hidden]` in place of each secret.
struct HiddenSecrets {
  std::int64_t secrets = 0;
  std::int64_t bytes = 0;

  static void describe(auto& fields, auto& self) {
    constexpr Within count{1, INT64_MAX};
    fields.type("HiddenSecrets");
    fields.required("secrets", self.secrets, "Labels in text.", count);
    fields.required("bytes", self.bytes, "Bytes of the output that they replace.", count);
  }
};

}  // namespace termhost::protocol
