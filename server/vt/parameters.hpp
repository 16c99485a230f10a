// Numeric parameters of a control sequence, with their sub-parameters: `38;2:1:2:3;4` is {38}, {2: 1,2,3}, {4}.
// Bounded: parameters over the limit are read and dropped.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace termhost::vt {

class Parameters {
 public:
  static constexpr int capacity = 32;  ///< as xterm.js; xterm keeps 30, a VT 16

  Parameters() { clear(); }

  /// One parameter of value 0, which is what an absent one means.
  void clear() {
    size_ = sub_size_ = 0;
    full_ = sub_full_ = in_sub_ = false;
    next();
  }

  /// `;`
  void next() {
    in_sub_ = false;
    if (size_ == capacity) {
      full_ = true;
      return;
    }
    values_[size_] = 0;
    sub_begin_[size_] = sub_end_[size_] = sub_size_;
    ++size_;
  }

  /// `:`
  void next_sub() {
    in_sub_ = true;
    if (full_ || sub_size_ == capacity) {
      sub_full_ = true;
      return;
    }
    subs_[sub_size_++] = -1;
    sub_end_[size_ - 1] = sub_size_;
  }

  void digit(int digit) {
    if (full_ || (in_sub_ && (sub_full_ || sub_size_ == 0))) return;
    std::int32_t& value = in_sub_ ? subs_[sub_size_ - 1] : values_[size_ - 1];
    const std::int64_t grown = (value < 0 ? 0 : std::int64_t{value} * 10) + digit;
    value = static_cast<std::int32_t>(grown < INT32_MAX ? grown : INT32_MAX);
  }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] std::int32_t operator[](int index) const { return index < size_ ? values_[index] : 0; }
  /// A parameter that counts: absent or 0 means 1.
  [[nodiscard]] std::int32_t count(int index = 0) const {
    const std::int32_t value = (*this)[index];
    return value == 0 ? 1 : value;
  }
  /// Sub-parameters; -1 is an empty one.
  [[nodiscard]] std::span<const std::int32_t> subs(int index) const {
    return {subs_.data() + sub_begin_[index], subs_.data() + sub_end_[index]};
  }

 private:
  std::array<std::int32_t, capacity> values_;
  std::array<std::int32_t, capacity> subs_;
  std::array<std::uint8_t, capacity> sub_begin_;
  std::array<std::uint8_t, capacity> sub_end_;
  std::uint8_t size_ = 0;
  std::uint8_t sub_size_ = 0;
  bool full_ = false;
  bool sub_full_ = false;
  bool in_sub_ = false;
};

}  // namespace termhost::vt
