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

constexpr const char* quad =
    "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n";

// A fragment program that fits the quad can be moved, and what comes out is legal again.
void move(const plumb::shader::Shader& fragment) {
  const plumb::shader::Pair pair{plumb::shader::read_shader(quad, "quad"), fragment};
  const plumb::shader::MoveResult results[] = {
      plumb::shader::move_as_paper(pair, {}),
      plumb::shader::move_optimally(pair, {.search_nodes = 20}),
      plumb::shader::move_optimally(pair, {.pixels_per_vertex = 0.5,
                                           .both_directions = true,
                                           .search_nodes = 20,
                                           .host_table = true})};
  for (const plumb::shader::MoveResult& result : results) {
    for (const plumb::shader::HostConstant& one : result.host) {
      (void)plumb::shader::read_host_expression(plumb::shader::print(one.value), "moved");
    }
    (void)plumb::shader::read_shader(print_shader(result.pair.vertex), "moved");
    (void)plumb::shader::read_shader(print_shader(result.pair.fragment), "moved");
  }
}

}  // namespace

// Only plumb::Error may be thrown, and only by the first reading or for halves that do not fit.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer gives the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  plumb::shader::Shader shader;
  try {
    shader = plumb::shader::read_shader(
        std::string_view(reinterpret_cast<const char*>(bytes), size), "fuzz.asm");
    if (shader.profile == plumb::shader::Profile::ps_2_0) {
      plumb::shader::require_matching({plumb::shader::read_shader(quad, "quad"), shader});
    }
  } catch (const plumb::Error&) {
    return 0;
  }
  const std::string text = plumb::shader::print_shader(shader);
  if (plumb::shader::print_shader(plumb::shader::read_shader(text, "again.asm")) != text) {
    std::fputs("read again, the program differs\n", stderr);
    std::abort();
  }
  if (shader.profile == plumb::shader::Profile::ps_2_0) move(shader);
  return 0;
}
