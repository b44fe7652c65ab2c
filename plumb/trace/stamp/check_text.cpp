// plumb/trace/stamp/check_text.cpp - writing the PTX of the check.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/check_text.h"

#include <fmt/format.h>

#include "plumb/trace/log_layout.h"

namespace plumb::trace {

// In the order of check_of.
std::string check_added(bool numbered) {
  std::string text = "mov.u32 %plumb_check, %plumb_block;\n";
  if (numbered)
    text = fmt::format(
        "and.b32 %plumb_check, %plumb_taken, {};\n"
        "mad.lo.u32 %plumb_check, %plumb_check, {}, %plumb_block;\n",
        (1U << number_bits) - 1, check_factor);
  for (const char* word :
       {"%plumb_tag", "%plumb_i", "%plumb_m", "%plumb_word0", "%plumb_word1", "%plumb_word2"})
    text += fmt::format("mad.lo.u32 %plumb_check, %plumb_check, {}, {};\n", check_factor, word);
  return text +
         fmt::format("mad.lo.u32 %plumb_word3, %plumb_check, {}, %plumb_word3;\n", check_factor);
}

std::string second_reading_checked(const std::string& first, bool numbered) {
  return fmt::format(
      "{{\n.reg .b32 %plumb_word<4>, %plumb_check;\nmov.b64 {{%plumb_word0, %plumb_word1}}, {};\n"
      "mov.b64 {{%plumb_word2, %plumb_word3}}, %plumb_2;\n{}"
      "mov.b64 %plumb_2, {{%plumb_word2, %plumb_word3}};\n}}\n",
      first, check_added(numbered));
}

}  // namespace plumb::trace
