// plumb/trace/stamp/stamp_text.cpp - writing the PTX of stamps and records.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/stamp_text.h"

#include <iterator>

#include <fmt/format.h>

#include "plumb/trace/log_layout.h"
#include "plumb/trace/stamp/address_text.h"
#include "plumb/trace/stamp/check_text.h"
#include "plumb/trace/stamp/plain_copy.h"
#include "plumb/trace/stamp/window_text.h"

namespace plumb::trace {
namespace {

constexpr const char* plain_label = "$plumb_trace_plain";

// The linear number of the block.
constexpr const char* block_number =
    "mov.u32 %plumb_c, %ctaid.z;\nmov.u32 %plumb_d, %nctaid.y;\nmov.u32 %plumb_e, %ctaid.y;\n"
    "mad.lo.u32 %plumb_c, %plumb_c, %plumb_d, %plumb_e;\n"
    "mov.u32 %plumb_d, %nctaid.x;\nmov.u32 %plumb_e, %ctaid.x;\n"
    "mad.lo.u32 %plumb_c, %plumb_c, %plumb_d, %plumb_e;\nmov.u32 %plumb_block, %plumb_c;\n";

// The warp of the block, from the linear number of the thread in it.
constexpr const char* warp_number =
    "mov.u32 %plumb_f, %tid.z;\nmov.u32 %plumb_d, %ntid.y;\nmov.u32 %plumb_e, %tid.y;\n"
    "mad.lo.u32 %plumb_f, %plumb_f, %plumb_d, %plumb_e;\n"
    "mov.u32 %plumb_d, %ntid.x;\nmov.u32 %plumb_e, %tid.x;\n"
    "mad.lo.u32 %plumb_f, %plumb_f, %plumb_d, %plumb_e;\nshr.u32 %plumb_f, %plumb_f, 5;\n"
    "mov.u32 %plumb_warp, %plumb_f;\n";

// d := d + 1 in the type of d.
std::string plus_one(const AccessRegister& to) {
  if (to.type == "f32") return fmt::format("add.f32 {0}, {0}, 0f3F800000;\n", to.name);
  if (to.type == "f64") return fmt::format("add.f64 {0}, {0}, 0d3FF0000000000000;\n", to.name);
  return fmt::format("add.u{1} {0}, {0}, 1;\n", to.name, to.bits);
}

// An instruction that reads the whole register and, under a predicate that is false, changes it. Of
// 128 bits only halves can be changed.
std::string dependence_on(const AccessRegister& to) {
  if (to.bits != 128) return fmt::format("@%plumb_never not.b{1} {0}, {0};\n", to.name, to.bits);
  return fmt::format(
      "{{\n.reg .b64 %plumb_x, %plumb_y;\nmov.b128 {{%plumb_x, %plumb_y}}, {0};\n"
      "@%plumb_never not.b64 %plumb_x, %plumb_x;\n@%plumb_never not.b64 %plumb_y, %plumb_y;\n"
      "mov.b128 {0}, {{%plumb_x, %plumb_y}};\n}}\n",
      to.name);
}

// Changed under a predicate that is false, and differently for each stamp, so that the assembler
// neither folds the address nor takes two of them for one. A constant whose address is the same in
// all lanes is loaded, before sm_100, by an instruction that sets no barrier (ULDC), so that
// nothing shows when it is there: that address could be another one in each lane.
std::string opaque_address(const FoundAccess& access) {
  const AccessAddress& address = *access.address;
  const std::string change =
      fmt::format("@{} xor.b{} {{0}}, {{0}}, {};\n",
                  access.stamp.space == MemorySpace::constant ? "%plumb_apart" : "%plumb_never",
                  address.bits, access.stamp.id + 1);
  if (address.copied) {
    return fmt::format(".reg .b{0} %plumb_k;\nmov.u{0} %plumb_k, {1};\n", address.bits,
                       address.base) +
           fmt::format(fmt::runtime(change), "%plumb_k");
  }
  return address.merges ? fmt::format(fmt::runtime(change), address.base) : std::string();
}

// An instruction that is never carried out and needs the address: it keeps its place before the
// stamp, so what computes the address comes before it too.
std::string pinned_address(const FoundAccess& access) {
  if (!access.address) return {};
  const AccessAddress& address = *access.address;
  const std::string base = address.copied ? "%plumb_k" : std::string(address.base);
  std::string text = opaque_address(access);
  if (address.bits == 32) {
    return text + fmt::format(
                      ".reg .b64 %plumb_j;\ncvt.u64.u32 %plumb_j, {};\n"
                      "@%plumb_never prefetch.global.L1 [%plumb_j];\n",
                      base);
  }
  return text + fmt::format("@%plumb_never prefetch.global.L1 [{}{}];\n", base, address.offset);
}

// The same for what else it reads; two words as the pair of registers that a fetch takes its
// coordinates from. A single word, and what an atomic reads, is held by a store: of a prefetch of a
// small constant, or of a word that was widened, nvJitLink 13.0 crashes for sm_90 and later.
std::string pinned_operands(const FoundAccess& access, const std::string& log) {
  const bool atomic = access.stamp.access == AccessKind::atomic;
  std::string text;
  for (std::size_t i = 0; i < access.operands.size(); ++i) {
    const AccessRegister& one = access.operands[i];
    const bool pair =
        one.bits == 32 && i + 1 < access.operands.size() && access.operands[i + 1].bits == 32;
    const std::string held =
        pair ? fmt::format("{{{}, {}}}", one.name, access.operands[++i].name) : one.name;
    if (!atomic && (pair || one.bits == 64)) {
      text += fmt::format("mov.b64 %plumb_g, {};\n@%plumb_never prefetch.global.L1 [%plumb_g];\n",
                          held);
      continue;
    }
    if (pair) text += fmt::format("mov.b64 %plumb_1, {};\n", held);
    text += fmt::format("mov.u64 %plumb_g, {};\n@%plumb_never st.global.b{} [%plumb_g], {};\n", log,
                        pair ? 64 : one.bits, pair ? "%plumb_1" : held);
  }
  return text;
}

std::string label_behind(const FoundAccess& access) {
  return fmt::format("$plumb_trace_{}", access.stamp.id);
}

// Lanes whose guard forbids the access go around the whole stamp, and the access loses its guard:
// so whoever reads the clock makes the access, and machine code with a guarded access is refused.
std::string skipped_by_others(const FoundAccess& access) {
  if (access.guard.empty()) return {};
  return fmt::format("@{}{} bra {};\n", access.negated ? "" : "!", access.guard,
                     label_behind(access));
}

// A store that is never carried out, behind the second reading. Without it the result of an atomic
// that nobody uses is dead, and with it what waits for it; the assembler would make a reduction,
// which gives nothing back.
std::string kept_result(const FoundAccess& access, const std::string& log) {
  if (access.stamp.access != AccessKind::atomic) return {};
  std::string text = fmt::format("{{\n.reg .b64 %plumb_k;\nmov.u64 %plumb_k, {};\n", log);
  for (const AccessRegister& to : access.destinations)
    text += fmt::format("@%plumb_never st.global.b{} [%plumb_k], {};\n", to.bits, to.name);
  return text + "}\n";
}

// %plumb_on := whether the warp has stamps. With a number for the launch, which differs from one to
// the next, so that other blocks of it are drawn.
std::string warp_drawn(const Sampling& sampling) {
  std::string text =
      "{\n.reg .b64 %plumb_grid;\nmov.u64 %plumb_grid, %gridid;\n"
      "cvt.u32.u64 %plumb_e, %plumb_grid;\n}\nmul.lo.u32 %plumb_e, %plumb_e, 0xc2b2ae3d;\n"
      "mov.u32 %plumb_d, %nctaid.x;\nmov.u32 %plumb_f, %nctaid.y;\n"
      "mul.lo.u32 %plumb_d, %plumb_d, %plumb_f;\nmov.u32 %plumb_f, %nctaid.z;\n"
      "mul.lo.u32 %plumb_d, %plumb_d, %plumb_f;\n" +
      block_drawn(sampling);
  if (sampling.warp) {
    return text + fmt::format("{}setp.eq.and.u32 %plumb_on, %plumb_f, {}, %plumb_on;\n",
                              warp_number, *sampling.warp);
  }
  if (sampling.warps == 1) return text;
  return text + fmt::format(
                    "{}rem.u32 %plumb_f, %plumb_f, {};\n"
                    "setp.eq.and.u32 %plumb_on, %plumb_f, 0, %plumb_on;\n",
                    warp_number, sampling.warps);
}

// Lanes that part lead records of their own: each counts from a number of its own.
std::string lane_number() {
  return "mad.lo.u32 %plumb_c, %plumb_block, 0x27d4eb2f, %plumb_tag;\nmov.u32 %plumb_e, %laneid;\n"
         "mad.lo.u32 %plumb_c, %plumb_e, 0x165667b1, %plumb_c;\n";
}

// %plumb_place := where in the log the warp's records go. It is found once, when the function
// begins: a warp that the GPU moves meanwhile goes on at its first place.
std::string place_found(const LogLayout& layout) {
  return fmt::format(
      "mov.u32 %plumb_d, %smid;\nmov.u32 %plumb_e, %warpid;\n"
      "mad.lo.u32 %plumb_place, %plumb_d, {0}, %plumb_e;\nsetp.ge.u32 %plumb_q, %plumb_d, {1};\n"
      "setp.ge.or.u32 %plumb_q, %plumb_e, {0}, %plumb_q;\n"
      "selp.u32 %plumb_place, {2}, %plumb_place, %plumb_q;\n",
      layout.warps, layout.processors, places(layout));
}

// %plumb_tag := the warp of the block, above it the low bits of the number of its grid.
std::string warp_and_launch() {
  return fmt::format(
      "{{\n.reg .b64 %plumb_grid;\nmov.u64 %plumb_grid, %gridid;\n"
      "cvt.u32.u64 %plumb_tag, %plumb_grid;\nshl.b32 %plumb_tag, %plumb_tag, {0};\n"
      "or.b32 %plumb_tag, %plumb_tag, %plumb_warp;\n}}\n",
      warp_bits);
}

// The first thread of a block notes the SM's clock beside the GPU's timer. %plumb_d is the SM,
// %plumb_f the warp of the block.
std::string clock_pair(const LogLayout& layout, const std::string& log) {
  constexpr std::uint32_t half = clock_pairs / 2;
  return fmt::format(
      ".reg .b64 %plumb_t, %plumb_u;\nmov.u32 %plumb_e, %laneid;\nor.b32 %plumb_e, %plumb_e, "
      "%plumb_f;\n"
      "setp.ne.u32 %plumb_q, %plumb_e, 0;\nsetp.ge.or.u32 %plumb_q, %plumb_d, {0}, %plumb_q;\n"
      "@%plumb_q bra $plumb_trace_paired;\nmov.u64 %plumb_g, {1};\n"
      "mad.wide.u32 %plumb_a, %plumb_d, 4, %plumb_g;\n"
      "atom.global.inc.u32 %plumb_s, [%plumb_a+{2}], 0xfffffffe;\n"
      "and.b32 %plumb_i, %plumb_s, {3};\nadd.u32 %plumb_i, %plumb_i, {4};\n"
      "setp.lt.u32 %plumb_q, %plumb_s, {4};\nselp.u32 %plumb_i, %plumb_s, %plumb_i, %plumb_q;\n"
      "mad.lo.u32 %plumb_i, %plumb_d, {5}, %plumb_i;\n"
      "mad.wide.u32 %plumb_a, %plumb_i, {6}, %plumb_g;\n"
      "mov.u64 %plumb_t, %globaltimer;\nmov.u64 %plumb_u, %clock64;\n"
      "st.global.u64 [%plumb_a+{7}], %plumb_t;\nst.global.u64 [%plumb_a+{8}], %plumb_u;\n"
      "$plumb_trace_paired:\n",
      layout.processors, log, pair_counters_offset(layout), half - 1, half, clock_pairs,
      clock_pair_bytes, pairs_offset(layout), pairs_offset(layout) + 8);
}

}  // namespace

void StampText::append_globals(const std::string& table, std::string& text) const {
  fmt::format_to(std::back_inserter(text),
                 "\n.weak .{} .align 4 .u32 {};\n.weak .global .align 128 .b8 {}[{}];\n"
                 ".weak .global .align 4 .b8 {}[{}] = {{",
                 never_space_, names_.never, names_.log, size_of(options_->layout).count,
                 names_.table, table.size());
  for (const char c : table)
    fmt::format_to(std::back_inserter(text), "{},", static_cast<unsigned>(c) & 0xffU);
  text.pop_back();
  text += "};\n";
  if (options_->sampling.window) text += window_declared(never_space_, names_.window);
}

// Two predicates that are false whenever they are asked, which no compiler can know: %plumb_never
// is the same in all lanes, %plumb_apart could differ. Warps that were not drawn leave before
// anything else is done.
std::string StampText::prologue(const ptx::Function& function, std::uint32_t regions) const {
  const Sampling& sampling = options_->sampling;
  std::string text = fmt::format(
      "\n.reg .pred %plumb_never, %plumb_apart, %plumb_on;\n"
      ".reg .b32 %plumb_block, %plumb_warp, %plumb_tag, %plumb_place, %plumb_m, %plumb_s, "
      "%plumb_i, %plumb_r, %plumb_skip, %plumb_draw;\n{}"
      ".reg .b64 %plumb_1, %plumb_2, %plumb_g, %plumb_a;\n.reg .pred %plumb_q;\n"
      ".reg .b64 %plumb_region<{}>;\n"
      "{{\n.reg .b32 %plumb_z, %plumb_c, %plumb_d, %plumb_e, %plumb_f, %plumb_h, "
      "%plumb_every;\n{}{}{}",
      options_->layout.addresses ? ".reg .b32 %plumb_number, %plumb_taken;\n.reg .b64 %plumb_at;\n"
                                 : "",
      regions + 1, mark(unmarked_line), block_number,
      samples(sampling) ? warp_drawn(sampling) : std::string());
  const std::string leave = split_.contains(&function)
                                ? fmt::format("@!%plumb_on bra {};\n", plain_label)
                                : std::string();
  text += leave;
  if (sampling.window) text += window_awaited(never_space_, names_.window) + leave;
  text += fmt::format(
      "ld.{}.u32 %plumb_z, [{}];\nsetp.ne.u32 %plumb_never, %plumb_z, 0;\n"
      "mov.u32 %plumb_c, %laneid;\nsetp.gt.u32 %plumb_apart, %plumb_z, %plumb_c;\n{}{}{}{}",
      never_space_, names_.never, warp_number, place_found(options_->layout), warp_and_launch(),
      function.entry ? clock_pair(options_->layout, names_.log) : std::string());
  if (sampling.records > 1) text += lane_number() + first_record_drawn();
  text += "}\n";
  if (options_->staging && function.entry) text += stage_start(*options_->staging);
  return text + mark(program_line);
}

std::string StampText::plain_body(const ptx::Module& module, const ptx::Function& function) const {
  return fmt::format("{}:\n{}{}", plain_label, mark(program_line), plain_copy(module, function));
}

std::string StampText::mark(std::uint32_t line) const {
  return fmt::format(".loc {} {} 0\n", file_, line);
}

// What follows is the program's again.
std::string StampText::line_of_program(std::string_view location) const {
  return location.empty() ? mark(program_line) : fmt::format("{}\n", location);
}

std::string StampText::before(const FoundAccess& access, std::uint32_t region) const {
  if (access.stamp.access == AccessKind::region) {
    return fmt::format("\n{}mov.u64 %plumb_region{}, %clock64;\n{}",
                       mark(first_line(access.stamp.id)), region, line_of_program(access.location));
  }
  // Where a fetch needs registers set up, the assembler's table gives it the line before: here that
  // of what holds them.
  if (access.first_use) {
    return fmt::format("{{\n{}{}{}", access.address ? opaque_address(access) : std::string(),
                       mark(access_line(access.stamp.id)), pinned_operands(access, names_.log));
  }
  return fmt::format("{{\n{}{}{}{}{}mov.u64 %plumb_1, %clock64;\n{}", skipped_by_others(access),
                     pinned_operands(access, names_.log), pinned_address(access),
                     options_->layout.addresses ? lane_address(access) : std::string(),
                     mark(first_line(access.stamp.id)), mark(access_line(access.stamp.id)));
}

// Paper 002, section 5.1: what makes the second reading wait. The dependent instruction must read
// the value: of a predicated move the assembler makes a load under the opposite predicate, for
// which nothing waits.
std::string StampText::wait(const FoundAccess& access) const {
  const AccessKind kind = access.stamp.access;
  if (kind == AccessKind::barrier || kind == AccessKind::region ||
      options_->method == StampMethod::naive)
    return {};
  if (kind == AccessKind::store) return "fence.acq_rel.gpu;\n";
  if (options_->method == StampMethod::fence) return "fence.acq_rel.cta;\n";
  if (options_->method == StampMethod::paper_fence) return "membar.cta;\n";
  std::string text;
  if (options_->method == StampMethod::paper_dummy) {
    text = fmt::format(
        "{{\n.reg .b32 %plumb_x;\n.reg .pred %plumb_y;\nld.{}.u32 %plumb_x, [{}];\n"
        "setp.lt.s32 %plumb_y, %plumb_x, 0;\n",
        never_space_, names_.never);
    for (const AccessRegister& to : access.destinations)
      text += to.bits == 128 ? dependence_on(to) : "@%plumb_y " + plus_one(to);
    return text + "}\n";
  }
  for (const AccessRegister& to : access.destinations) text += dependence_on(to);
  return text;
}

std::string StampText::after(const FoundAccess& access, std::uint32_t region) const {
  if (access.first_use) return fmt::format("\n}}\n{}", line_of_program(access.location));
  const bool is_region = access.stamp.access == AccessKind::region;
  return fmt::format(
      "\n{}{}{}mov.u64 %plumb_2, %clock64;\n{}{}{}{}}}\n{}", is_region ? "{\n" : "", wait(access),
      mark(second_line(access.stamp.id)), mark(unmarked_line), kept_result(access, names_.log),
      record(access, is_region ? fmt::format("%plumb_region{}", region) : std::string("%plumb_1")),
      access.guard.empty() ? std::string() : label_behind(access) + ":\n",
      line_of_program(access.location));
}

// What waits is marked as nothing: the line of the access is the load's alone.
std::string StampText::at_first_use(const FoundAccess& access) const {
  std::string waits;
  for (const AccessRegister& one : access.first_use->registers) waits += dependence_on(one);
  return fmt::format(
      "{{\n{}mov.u64 %plumb_1, %clock64;\n{}{}{}mov.u64 %plumb_2, %clock64;\n{}{}}}\n{}",
      mark(first_line(access.stamp.id)), mark(unmarked_line), waits,
      mark(second_line(access.stamp.id)), mark(unmarked_line), record(access, "%plumb_1"),
      line_of_program(access.first_use->location));
}

std::string StampText::record_wanted(const FoundAccess& access,
                                     const std::string& otherwise) const {
  std::string text;
  if (samples(options_->sampling) && !split_.contains(access.function))
    text += fmt::format("@!%plumb_on bra {};\n", otherwise);
  if (options_->sampling.records > 1) text += record_counted(options_->sampling, otherwise);
  if (options_->sampling.window) text += window_asked(never_space_, names_.window, otherwise);
  return text;
}

// In the slot that begins at %plumb_a.
std::string StampText::record_stored(const FoundAccess& access, const std::string& first) const {
  const std::uint64_t begin = records_offset(options_->layout);
  return fmt::format(
      "st.global.v2.u64 [%plumb_a+{}], {{{}, %plumb_2}};\n{}"
      "st.global.v4.u32 [%plumb_a+{}], {{%plumb_i, %plumb_m, %plumb_block, %plumb_tag}};\n",
      begin, first, record_number(options_->sampling, access.stamp.id + 1), begin + 16);
}

// One lane of those that took part writes for the warp; the others, and a lane that finds no slot,
// go around what follows. `inc` and not `add`: of an addition of a constant the assembler makes
// votes, shuffles and a population count.
std::string StampText::record(const FoundAccess& access, const std::string& first) const {
  const LogLayout& layout = options_->layout;
  if (layout.addresses) return record_with_addresses(access, first);
  const std::string number_word = record_number(options_->sampling, access.stamp.id + 1);
  const std::string done = fmt::format("$plumb_trace_kept_{}", access.stamp.id);
  std::string text =
      "activemask.b32 %plumb_m;\nmov.u32 %plumb_s, %lanemask_lt;\n"
      "and.b32 %plumb_s, %plumb_m, %plumb_s;\nsetp.ne.u32 %plumb_q, %plumb_s, 0;\n";
  text += fmt::format("@%plumb_q bra {};\n", done) + record_wanted(access, done) + number_word +
          second_reading_checked(first, false);
  if (options_->staging && access.function->entry)
    text += stage_record(*options_->staging, first, number_word, access.stamp.id + 1, done);
  return text + fmt::format(
                    "mov.u64 %plumb_g, {0};\nmad.wide.u32 %plumb_a, %plumb_place, 4, %plumb_g;\n"
                    "atom.global.inc.u32 %plumb_s, [%plumb_a], 0xfffffffe;\n"
                    "{4}setp.ge.u32 %plumb_q, %plumb_s, {1};\n@%plumb_q bra {2};\n"
                    "mad.lo.u32 %plumb_i, %plumb_place, {1}, %plumb_s;\n"
                    "mad.wide.u32 %plumb_a, %plumb_i, {3}, %plumb_g;\n{5}{2}:\n",
                    names_.log, layout.slots, done, slot_bytes(layout),
                    slot_drawn(layout, "%plumb_s"), record_stored(access, first));
}

// The first lane stores the record as ever; then all store their addresses. What they exchange
// comes last: where the assembler does not know that lanes are together it does that elsewhere and
// comes back, which nothing may do before the record is stored.
std::string StampText::record_with_addresses(const FoundAccess& access,
                                             const std::string& first) const {
  const LogLayout& layout = options_->layout;
  const std::string done = fmt::format("$plumb_trace_kept_{}", access.stamp.id);
  const std::string given = fmt::format("$plumb_trace_given_{}", access.stamp.id);
  const std::string record = fmt::format(
      "mov.u64 %plumb_g, {0};\nmad.wide.u32 %plumb_a, %plumb_place, 4, %plumb_g;\n"
      "atom.global.inc.u32 %plumb_s, [%plumb_a], 0xfffffffe;\n"
      "mov.u32 %plumb_taken, %plumb_s;\n{1}setp.ge.u32 %plumb_q, %plumb_s, {2};\n"
      "@%plumb_q bra {3};\nmad.lo.u32 %plumb_i, %plumb_place, {2}, %plumb_s;\n"
      "mad.wide.u32 %plumb_a, %plumb_i, {4}, %plumb_g;\n{5}{6}{7}"
      "mov.u32 %plumb_number, %plumb_taken;\n",
      names_.log, slot_drawn(layout, "%plumb_s"), layout.slots, given, slot_bytes(layout),
      record_number(options_->sampling, access.stamp.id + 1), second_reading_checked(first, true),
      record_stored(access, first));
  return fmt::format(
             "activemask.b32 %plumb_m;\nmov.u32 %plumb_s, %lanemask_lt;\n"
             "and.b32 %plumb_s, %plumb_m, %plumb_s;\nsetp.ne.u32 %plumb_q, %plumb_s, 0;\n"
             "mov.u32 %plumb_number, 0xffffffff;\n@%plumb_q bra {0};\n{1}{2}{0}:\n",
             given, record_wanted(access, given), record) +
         number_given(done) + "mov.u32 %plumb_s, %plumb_number;\n" +
         slot_drawn(layout, "%plumb_s") + address_stored(access, layout, names_.log) + done + ":\n";
}

}  // namespace plumb::trace
