// plumb/trace/stamp/window_text.cpp - writing the PTX of the window.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/window_text.h"

#include <fmt/format.h>

namespace plumb::trace {

std::string window_declared(std::string_view space, std::string_view name) {
  return fmt::format(".weak .{} .align 16 .b8 {}[{}];\n", space, name, window_bytes);
}

std::string window_awaited(std::string_view space, std::string_view name) {
  return fmt::format(
      "{{\n.reg .b64 %plumb_t, %plumb_u;\nmov.u64 %plumb_t, %globaltimer;\n"
      "ld.{}.u64 %plumb_u, [{}+8];\nsetp.lt.and.u64 %plumb_q, %plumb_t, %plumb_u, %plumb_on;\n"
      "activemask.b32 %plumb_m;\nvote.sync.any.pred %plumb_on, %plumb_q, %plumb_m;\n}}\n",
      space, name);
}

std::string window_asked(std::string_view space, std::string_view name, std::string_view done) {
  return fmt::format(
      "{{\n.reg .b64 %plumb_t, %plumb_u, %plumb_w;\nmov.u64 %plumb_t, %globaltimer;\n"
      "ld.{0}.u64 %plumb_u, [{1}];\nld.{0}.u64 %plumb_w, [{1}+8];\n"
      "setp.lt.u64 %plumb_q, %plumb_t, %plumb_u;\n"
      "setp.ge.or.u64 %plumb_q, %plumb_t, %plumb_w, %plumb_q;\n@%plumb_q bra {2};\n}}\n",
      space, name, done);
}

}  // namespace plumb::trace
