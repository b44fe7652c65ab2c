// bench/shader_bench.cpp - how long moving work between programs takes, and how much memory.
//
//   shader_bench [--programs FOLDER] [--rounds N] [--require] [--format F] [-o FILE]
//
// Processor time, medians over the rounds; the thousand pairs once. With
// --require exit code 1 if a limit is missed: 1 ms for a pair by the paper's method, 50 ms by the
// best cut, both at 96 slots; 20 s and 100 MiB for 1,000 pairs.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/limits.h"
#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/shader/language/read.h"
#include "plumb/shader/paper/tables.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 51} {}
  std::string programs = "docs/shaders/ikeda2005";
};

// 32 taps of a row, each with its own offset: 96 slots, 64 arithmetic and 32 texture.
std::string full_program() {
  std::string text = "ps_2_0\ndcl t0.xy\ndcl_2d s0\n";
  int slots = 0;
  for (int tap = 0; tap < 32; ++tap) {
    const int temporary = 1 + tap % 8;
    if (slots + 2 <= 62 && tap > 0) {
      text += fmt::format("add r{}.xy, t0, c{}\n", temporary, tap);
      slots += 1;
    }
    text += fmt::format("texld r{0}, {1}, s0\n", temporary,
                        tap > 0 ? fmt::format("r{}", temporary) : "t0");
    text += tap == 0 ? "mul r0, r1, c0.x\n" : fmt::format("mad r0, r{}, c0.x, r0\n", temporary);
    slots += 1;
  }
  return text + "max r0, r0, c1.x\nmov oC0, r0\n";
}

void measure_all(Limits& bench, const BenchOptions& options) {
  const auto text_of = [&](std::string_view file) {
    return read_text_file(options.programs + "/" + std::string(file));
  };
  const shader::Shader quad = shader::read_shader(text_of("quad.vs.asm"), "quad.vs.asm");
  const std::string full = full_program();
  const shader::Pair largest{quad, shader::read_shader(full, "full.ps.asm")};
  const int slots = shader::count_slots(largest.fragment).total();
  bench.measure(fmt::format("{} slots, read and checked", slots), 1e-3, false,
                [&] { (void)shader::read_shader(full, "full.ps.asm"); });
  bench.measure(fmt::format("{} slots, paper's method", slots), 1e-3, false,
                [&] { (void)shader::move_as_paper(largest, {}); });
  bench.measure(fmt::format("{} slots, best cut", slots), 50e-3, false,
                [&] { (void)shader::move_optimally(largest, {}); });
  std::vector<shader::Pair> pairs;
  for (const shader::PaperProgram& program : shader::paper_programs()) {
    if (program.fragment.empty()) continue;
    pairs.push_back(shader::paper_pair(program, text_of));
    const std::string name(program.name);
    bench.measure(name + ", paper's method", 1e-3, false,
                  [&] { (void)shader::move_as_paper(pairs.back(), {}); });
    bench.measure(name + ", best cut", 50e-3, false,
                  [&] { (void)shader::move_optimally(pairs.back(), {}); });
  }
  bench.measure("1,000 pairs, best cut", 20, true, [&] {
    for (std::size_t i = 0; i < 1000; ++i) {
      (void)shader::move_optimally(pairs[i % pairs.size()], {});
    }
  });
}

int run(Arguments arguments) {
  BenchOptions options;
  OptionLine line(options);
  line.text("--programs", options.programs);
  line.flag("--require", options.require);
  line.parse(arguments);
  Limits bench("moving work between programs", options.rounds, processor_seconds);
  measure_all(bench, options);
  return bench.finish(100, options);
}

}  // namespace

const Bench this_bench{"shader_bench", run};

}  // namespace plumb::bench
