// plumb/trace/stamp/stage_text.cpp - writing the PTX of staging.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/stage_text.h"

#include <fmt/format.h>

#include "plumb/trace/log_layout.h"

namespace plumb::trace {
namespace {

constexpr std::uint32_t head_bytes = 16;  // records, records written out, two words unused

std::uint64_t bytes_of_warp(const Staging& staging) {
  return head_bytes + record_bytes * staging.slots;
}

// %plumb_b := where the warp's part begins.
std::string base(const Staging& staging) {
  return fmt::format(
      "mov.u32 %plumb_b, plumb_trace_stage;\nmad.lo.u32 %plumb_b, %plumb_warp, {}, %plumb_b;\n",
      bytes_of_warp(staging));
}

// One lane claims what is new by raising the second counter: records %plumb_o up to %plumb_n.
std::string claim(const Staging& staging, const std::string& done) {
  return fmt::format(
      "{{\n.reg .pred %plumb_w, %plumb_q;\n.reg .b32 %plumb_m, %plumb_b, %plumb_s, %plumb_p, "
      "%plumb_n, %plumb_o, %plumb_v<8>;\n.reg .b64 %plumb_g, %plumb_a;\n"
      "activemask.b32 %plumb_m;\nmov.u32 %plumb_s, %lanemask_le;\n"
      "and.b32 %plumb_s, %plumb_s, %plumb_m;\npopc.b32 %plumb_s, %plumb_s;\n"
      "setp.eq.u32 %plumb_w, %plumb_s, 1;\n"
      "setp.lt.and.u32 %plumb_w, %plumb_warp, {0}, %plumb_w;\n@!%plumb_w bra {1};\n{2}"
      "ld.volatile.shared.u32 %plumb_n, [%plumb_b];\nmin.u32 %plumb_n, %plumb_n, {3};\n"
      "atom.shared.max.u32 %plumb_o, [%plumb_b+4], %plumb_n;\n"
      "setp.ge.u32 %plumb_q, %plumb_o, %plumb_n;\n@%plumb_q bra {1};\n"
      "sub.u32 %plumb_m, %plumb_n, %plumb_o;\n",
      staging.warps, done, base(staging), staging.slots);
}

// It takes as many slots of the log at once, from %plumb_s on.
std::string take_slots(const std::string& log) {
  return fmt::format(
      "mov.u64 %plumb_g, {0};\nmad.wide.u32 %plumb_a, %plumb_place, 4, %plumb_g;\n"
      "atom.global.add.u32 %plumb_s, [%plumb_a], %plumb_m;\n"
      "mad.lo.u32 %plumb_b, %plumb_o, {1}, %plumb_b;\n",
      log, record_bytes);
}

}  // namespace

std::uint64_t bytes_of(const Staging& staging) {
  const std::uint64_t bytes = staging.warps * bytes_of_warp(staging);
  if (!staging.before_dynamic) return bytes;
  return (bytes + stage_alignment - 1) / stage_alignment * stage_alignment;
}

// A product keeps its high bits: those of the drawn number decide, so it is mixed first.
std::string slot_drawn(const LogLayout& layout, std::string_view number) {
  if (layout.first_only) return {};
  return fmt::format(
      "mul.lo.u32 %plumb_r, %plumb_place, 0xc2b2ae35;\n"
      "mad.lo.u32 %plumb_r, {0}, 0x9e3779b1, %plumb_r;\n"
      "shr.u32 %plumb_i, %plumb_r, 15;\nxor.b32 %plumb_r, %plumb_r, %plumb_i;\n"
      "mul.lo.u32 %plumb_r, %plumb_r, 0x85ebca6b;\nadd.u32 %plumb_i, {0}, 1;\n"
      "mul.hi.u32 %plumb_i, %plumb_r, %plumb_i;\nsetp.lt.u32 %plumb_q, {0}, {1};\n"
      "selp.u32 {0}, {0}, %plumb_i, %plumb_q;\n",
      number, layout.slots);
}

// All lanes of a warp write the same zeros, before any of them can make a record. An empty slot is
// recognized by the zero in the place of its stamp.
std::string stage_start(const Staging& staging) {
  std::string text = fmt::format(
      ".shared .align 16 .b8 plumb_trace_stage[{}];\n{{\n.reg .b32 %plumb_b, %plumb_m;\n"
      ".reg .pred %plumb_q;\n{}setp.lt.u32 %plumb_q, %plumb_warp, {};\n"
      "@%plumb_q st.shared.v4.u32 [%plumb_b], {{0, 0, 0, 0}};\n",
      bytes_of(staging), base(staging), staging.warps);
  for (std::uint32_t slot = 0; slot < staging.slots; ++slot) {
    text += fmt::format("@%plumb_q st.shared.u32 [%plumb_b+{}], 0;\n",
                        head_bytes + record_bytes * slot + 16);
  }
  return text + "activemask.b32 %plumb_m;\nbar.warp.sync %plumb_m;\n}\n";
}

std::string stage_record(const Staging& staging, const std::string& first,
                         const std::string& number, std::uint32_t id, const std::string& kept) {
  return fmt::format(
      "{{\n.reg .b32 %plumb_b;\n{0}setp.ge.u32 %plumb_q, %plumb_warp, {1};\n"
      "@%plumb_q bra $plumb_trace_full_{6};\n"
      "atom.shared.inc.u32 %plumb_s, [%plumb_b], 0xfffffffe;\n"
      "setp.ge.u32 %plumb_q, %plumb_s, {2};\n@%plumb_q bra $plumb_trace_full_{6};\n"
      "mad.lo.u32 %plumb_b, %plumb_s, {3}, %plumb_b;\n"
      "st.shared.v2.u64 [%plumb_b+{4}], {{{5}, %plumb_2}};\n{9}"
      "st.shared.v4.u32 [%plumb_b+{7}], {{%plumb_i, %plumb_m, %plumb_block, %plumb_tag}};\n"
      "bra {8};\n$plumb_trace_full_{6}:\n}}\n",
      base(staging), staging.warps, staging.slots, record_bytes, head_bytes, first, id,
      head_bytes + 16, kept, number);
}

std::string stage_flush(const Staging& staging, const LogLayout& layout, const std::string& log,
                        std::uint32_t id) {
  const std::string done = fmt::format("$plumb_trace_done_{}", id);
  const std::string loop = fmt::format("$plumb_trace_copy_{}", id);
  return claim(staging, done) + take_slots(log) +
         fmt::format(
             "{0}:\n.pragma \"nounroll\";\n"
             "mov.u32 %plumb_p, %plumb_s;\n{8}setp.lt.u32 %plumb_q, %plumb_p, {1};\n"
             "mad.lo.u32 %plumb_p, %plumb_place, {1}, %plumb_p;\n"
             "mad.wide.u32 %plumb_a, %plumb_p, {2}, %plumb_g;\n"
             "ld.volatile.shared.v4.u32 {{%plumb_v0, %plumb_v1, %plumb_v2, %plumb_v3}}, "
             "[%plumb_b+{3}];\n"
             "ld.volatile.shared.v4.u32 {{%plumb_v4, %plumb_v5, %plumb_v6, %plumb_v7}}, "
             "[%plumb_b+{4}];\n"
             "@%plumb_q st.global.v4.u32 [%plumb_a+{5}], {{%plumb_v0, %plumb_v1, %plumb_v2, "
             "%plumb_v3}};\n"
             "@%plumb_q st.global.v4.u32 [%plumb_a+{6}], {{%plumb_v4, %plumb_v5, %plumb_v6, "
             "%plumb_v7}};\n"
             "add.u32 %plumb_b, %plumb_b, {2};\nadd.u32 %plumb_s, %plumb_s, 1;\n"
             "add.u32 %plumb_o, %plumb_o, 1;\nsetp.lt.u32 %plumb_q, %plumb_o, %plumb_n;\n"
             "@%plumb_q bra {0};\n{7}:\n}}\n",
             loop, layout.slots, record_bytes, head_bytes, head_bytes + 16, records_offset(layout),
             records_offset(layout) + 16, done, slot_drawn(layout, "%plumb_p"));
}

}  // namespace plumb::trace
