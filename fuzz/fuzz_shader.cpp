// fuzz/fuzz_shader.cpp - any text as a vertex or fragment program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "plumb/base/error.h"
#include "plumb/shader/language/print.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/move.h"

namespace {

using plumb::shader::MoveResult;
using plumb::shader::Pair;
using plumb::shader::Shader;

// A partner of any fragment program: every output is written, by attributes, constants and sums.
constexpr const char* full_quad =
    "vs_1_1\ndef c9, 0.5, 2, -1, 0\ndcl_position v0\ndcl_texcoord v1\ndcl_texcoord1 v2\n"
    "mov oPos, v0\nmov oFog, v0.x\nmov oPts, v1.y\nmov oD0, v1\nmov oD1, v2\n"
    "mov oT0, v1\nmov oT1, v2.wzyx\nmul oT2, v1, c20\nmov oT3, c21\nmad oT4, v1, c22, v1\n"
    "mov r0, v1\nadd r0, r0, v2\nmov oT5, r0\nmov oT6.xy, v1\nmov oT6.zw, c9.y\ndp4 oT7, v1, c23\n";

// A partner of any vertex program: reads what it writes, and moves.
std::string reader_of(const Shader& vertex) {
  std::string text = "ps_2_0\ndcl_2d s0\n";
  std::string code = "mov r0, c0\n";
  for (int i = 0; i < 8; ++i) {
    int mask = 0;
    for (const plumb::shader::Instruction& one : vertex.instructions) {
      const plumb::shader::Register& to = one.destination.reg;
      if (writes(one) && to.file == plumb::shader::File::coordinate_out && to.index == i) {
        mask |= one.destination.mask;
      }
    }
    if (mask != 15) continue;
    const std::string number = std::to_string(i);
    text += "dcl t" + number + "\n";
    code += "mad r1, t" + number + ", c1, c2.x\ntexld r1, r1, s0\nadd r0, r0, r1\n";
  }
  return text + code + "mov oC0, r0\n";
}

[[noreturn]] void fail(const char* what, const Pair& before, const MoveResult& after) {
  std::fprintf(stderr, "%s\n%s%sbecomes\n%s%s", what, print_shader(before.vertex).c_str(),
               print_shader(before.fragment).c_str(), print_shader(after.pair.vertex).c_str(),
               print_shader(after.pair.fragment).c_str());
  std::abort();
}

// What comes out is legal again, and no pixel of it differs for certain.
void check(const Pair& pair, const MoveResult& result) {
  for (const plumb::shader::HostConstant& one : result.host) {
    (void)plumb::shader::read_host_expression(plumb::shader::print(one.value), "moved");
  }
  (void)plumb::shader::read_shader(print_shader(result.pair.vertex), "moved");
  (void)plumb::shader::read_shader(print_shader(result.pair.fragment), "moved");
  const plumb::shader::CheckReport report = plumb::shader::check_pairs(
      {pair, {}}, {result.pair, result.copies, result.host}, {.quads = 1, .pixels = 2});
  if (report.verdict() == plumb::shader::Verdict::different) {
    fail(report.first_difference.c_str(), pair, result);
  }
}

void move(const Pair& pair) {
  const MoveResult paper = plumb::shader::move_as_paper(pair, {});
  const MoveResult best = plumb::shader::move_optimally(pair, {.search_nodes = 20});
  const MoveResult both = plumb::shader::move_optimally(
      pair,
      {.pixels_per_vertex = 0.5, .both_directions = true, .search_nodes = 20, .host_table = true});
  for (const MoveResult* result : {&paper, &best, &both}) check(pair, *result);
  if (count_slots(best.pair.fragment).total() > count_slots(paper.pair.fragment).total()) {
    fail("the default mode is behind the paper's", pair, best);
  }
}

}  // namespace

// Only plumb::Error may be thrown, and only by the first reading or for halves that do not fit.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Pair pair;
  std::string text;
  try {
    const Shader shader = plumb::shader::read_shader(
        std::string_view(reinterpret_cast<const char*>(bytes), size), "fuzz.asm");
    text = plumb::shader::print_shader(shader);
    const bool vertex = plumb::shader::is_vertex(shader.profile);
    pair.vertex = vertex ? shader : plumb::shader::read_shader(full_quad, "quad");
    pair.fragment = vertex ? plumb::shader::read_shader(reader_of(shader), "reader") : shader;
  } catch (const plumb::Error&) {
    return 0;
  }
  if (plumb::shader::print_shader(plumb::shader::read_shader(text, "again.asm")) != text) {
    std::fputs("read again, the program differs\n", stderr);
    std::abort();
  }
  try {
    plumb::shader::require_matching(pair);
  } catch (const plumb::Error&) {
    return 0;
  }
  move(pair);
  return 0;
}
