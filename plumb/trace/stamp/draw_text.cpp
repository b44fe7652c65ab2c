// plumb/trace/stamp/draw_text.cpp - writing the PTX of the draws.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/draw_text.h"

#include <fmt/format.h>

#include "plumb/trace/log_layout.h"

namespace plumb::trace {
namespace {

// Every bit of `number` reaches the high bits, which decide in a product. The two factors are those
// that the finaliser of MurmurHash3 (in the public domain) found to mix well.
std::string mixed(const char* number) {
  return fmt::format(
      "shr.u32 %plumb_h, {0}, 16;\nxor.b32 {0}, {0}, %plumb_h;\nmul.lo.u32 {0}, {0}, "
      "0x85ebca6b;\nshr.u32 %plumb_h, {0}, 13;\nxor.b32 {0}, {0}, %plumb_h;\n"
      "mul.lo.u32 {0}, {0}, 0xc2b2ae35;\n",
      number);
}

}  // namespace

bool samples(const Sampling& sampling) {
  return leaves_out_warps(sampling) || sampling.records > 1;
}

bool leaves_out_warps(const Sampling& sampling) {
  return sampling.blocks > 1 || sampling.block || parts_blocks(sampling);
}

bool parts_blocks(const Sampling& sampling) {
  // Of a block the last warps may begin behind a window, the others before.
  return sampling.warps > 1 || sampling.warp || sampling.window;
}

std::string block_drawn(const Sampling& sampling) {
  if (sampling.block) {
    return fmt::format("mov.u32 %plumb_every, {};\nsetp.eq.u32 %plumb_on, %plumb_c, {};\n",
                       sampling.records, *sampling.block);
  }
  std::string text = fmt::format(
      "mad.lo.u32 %plumb_c, %plumb_c, 0x9e3779b1, %plumb_e;\n{}mov.u32 %plumb_every, {};\n",
      mixed("%plumb_c"), sampling.records);
  if (sampling.least_blocks == 0) {
    text += fmt::format("mov.u32 %plumb_d, {};\n", sampling.blocks);
  } else {
    text += fmt::format(
        "div.u32 %plumb_d, %plumb_d, {0};\nmax.u32 %plumb_d, %plumb_d, 1;\n"
        "min.u32 %plumb_d, %plumb_d, {1};\nmov.u32 %plumb_draw, %plumb_d;\n"
        "setp.lt.u32 %plumb_on, %plumb_d, {1};\n"
        "selp.u32 %plumb_every, 1, %plumb_every, %plumb_on;\n",
        sampling.least_blocks, sampling.blocks);
  }
  return text + "mul.hi.u32 %plumb_c, %plumb_c, %plumb_d;\nsetp.lt.u32 %plumb_on, %plumb_c, 1;\n";
}

std::string first_record_drawn() {
  return "mul.lo.u32 %plumb_c, %plumb_c, 0x9e3779b1;\n" + mixed("%plumb_c") +
         "mul.hi.u32 %plumb_skip, %plumb_c, %plumb_every;\n"
         "add.u32 %plumb_skip, %plumb_skip, 1;\n";
}

std::string record_counted(const Sampling& sampling, const std::string& done) {
  const std::string every = sampling.least_blocks == 0
                                ? fmt::format("mov.u32 %plumb_skip, {};\n", sampling.records)
                                : fmt::format(
                                      "setp.lt.u32 %plumb_q, %plumb_draw, {};\n"
                                      "selp.u32 %plumb_skip, 1, {}, %plumb_q;\n",
                                      sampling.blocks, sampling.records);
  return fmt::format(
      "sub.u32 %plumb_skip, %plumb_skip, 1;\nsetp.ne.u32 %plumb_q, %plumb_skip, 0;\n"
      "@%plumb_q bra {};\n{}",
      done, every);
}

std::string record_number(const Sampling& sampling, std::uint32_t number) {
  if (sampling.least_blocks == 0 || !samples(sampling))
    return fmt::format("mov.u32 %plumb_i, {};\n", number);
  return fmt::format("mad.lo.u32 %plumb_i, %plumb_draw, {}, {};\n", 1U << stamp_bits, number);
}

}  // namespace plumb::trace
