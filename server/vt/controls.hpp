// Control characters at which sequences begin and end, for all code that reads them.
#pragma once

namespace termhost::vt {

inline constexpr char bell = '\x07';
inline constexpr char cancel = '\x18';
inline constexpr char substitute = '\x1a';
inline constexpr char escape = '\x1b';
inline constexpr char c1_lead = '\xc2';  ///< of a C1 control in UTF-8
inline constexpr char c1_osc = '\x9d';
inline constexpr char c1_st = '\x9c';

}  // namespace termhost::vt
