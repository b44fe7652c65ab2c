// bench/trace_bench.cpp - how long stamping and certifying take, and how much memory they need.
//
//   trace_bench [--golden FOLDER] [--rounds N] [--require] [--format F] [-o FILE]
//
// A text of 1 MiB is made of the golden kernels under many names. Times by the host clock, medians
// over the rounds; assembling is not timed. With --require exit code 1 if a limit is missed: 1 s
// and 200 MiB for 1 MiB of PTX, 100 ms for the largest cubin.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/limits.h"
#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/ptx/parse.h"
#include "plumb/trace/certify/certify.h"
#include "plumb/trace/stamp/instrument.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 11} {}
  std::string golden = "tests/golden/trace";
};

std::vector<ptx::Module> golden_modules(const std::string& folder) {
  std::vector<ptx::Module> modules;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".ptx")
      modules.push_back(ptx::parse_module(read_text_file(entry.path()), entry.path().filename()));
  }
  return modules;
}

// The functions of all modules, one after the other, until there is enough text. Names of entries
// and labels get the number of their copy.
std::string large_text(const std::vector<ptx::Module>& modules, std::size_t size) {
  std::string text =
      ".version 7.5\n.target sm_75\n.address_size 64\n"
      ".const .align 4 .b8 weights[256];\n.const .align 16 .b8 shapes[128];\n";
  for (std::size_t copy = 0; text.size() < size; ++copy) {
    for (const ptx::Module& module : modules) {
      for (const ptx::Function& function : module.functions) {
        std::string one(module.view({function.header.begin, function.body.end}));
        const std::string name(module.view(function.name));
        for (const std::string& wanted : {name, std::string("$L__BB")}) {
          const std::string fresh = fmt::format("{}c{}_", wanted, copy);
          for (std::size_t at = one.find(wanted); at != std::string::npos;
               at = one.find(wanted, at + fresh.size()))
            one.replace(at, wanted.size(), fresh);
        }
        text += one + "\n";
      }
    }
  }
  return text;
}

int run(Arguments arguments) {
  BenchOptions options;
  OptionLine line(options);
  line.text("--golden", options.golden);
  line.flag("--require", options.require);
  line.parse(arguments);
  Table table{
      .title = "stamping and certifying",
      .columns = {{"what"}, {"size", "KiB"}, {"stamps"}, {"median", "ms"}, {"limit", "ms"}}};
  const std::vector<ptx::Module> modules = golden_modules(options.golden);
  const std::string text = large_text(modules, 1U << 20U);
  std::size_t stamps = 0;
  const double stamping =
      summary_of(options.rounds, [&] {
        stamps = trace::instrument(ptx::parse_module(text, "large.ptx"), {}).stamps.size();
      }).median;
  const double memory = resident_mebibytes();
  table.rows.push_back({"read and stamp PTX", text.size() / 1024, stamps,
                        significant(stamping * 1e3, 4), significant(1000, 4)});

  const device::cuda::Linker linker;
  double slowest = 0;
  for (const ptx::Module& module : modules) {
    const trace::Instrumented made = trace::instrument(module, {});
    const std::vector<std::byte> code = linker.cubin(made.ptx, module.name, 90, true);
    const double time = summary_of(options.rounds, [&] {
                          if (!trace::certify(trace::read_cubin(code, module.name)).complete())
                            throw Error(ErrorKind::check_failed, module.name + " is not certified");
                        }).median;
    slowest = std::max(slowest, time);
    table.rows.push_back({fmt::format("certify {} for sm_90", module.name), code.size() / 1024,
                          made.stamps.size(), significant(time * 1e3, 4), significant(100, 4)});
  }
  table.notes.push_back(
      fmt::format("largest resident set after stamping {:.1f} MiB; limit 200 MiB", memory));
  show_and_keep(table, DeviceDescription{}, options);
  return options.require && !(stamping < 1 && memory < 200 && slowest < 0.1) ? 1 : 0;
}

}  // namespace

const Bench this_bench{"trace_bench", run};

}  // namespace plumb::bench
