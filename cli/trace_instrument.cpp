// cli/trace_instrument.cpp - plumb trace instrument: PTX in, PTX with stamps out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/options.h"
#include "cli/trace.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/ptx/parse.h"
#include "plumb/trace/choose_staging.h"

namespace plumb::cli {
namespace {

// "out.ptx" -> "out.3.ptx"
std::string numbered(const std::string& path, std::uint32_t number) {
  const std::size_t slash = path.find_last_of('/');
  const std::size_t dot = path.find_last_of('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash))
    return fmt::format("{}.{}", path, number);
  return fmt::format("{}.{}{}", path.substr(0, dot), number, path.substr(dot));
}

}  // namespace

int trace_instrument(Words words) {
  CommandLine line("trace");
  InstrumentWords chosen;
  std::string input;
  std::string output;
  std::string format = "text";
  std::uint64_t architecture = 0;
  std::uint64_t threads = 0;
  bool rotate = false;
  bool direct = false;
  bool quiet = false;
  add_instrument_options(line, chosen);
  line.required_text("input", input);
  line.text("-o,--output", output);
  line.text("--format", format);
  line.count("--assemble", architecture);
  line.count("--block", threads);
  line.flag("--rotate", rotate);
  line.flag("--direct", direct);
  line.flag("-q,--quiet", quiet);
  line.parse(words);
  (void)format_from_name(format);
  trace::InstrumentOptions options = instrument_options(chosen);
  if (output.empty()) throw Error(ErrorKind::input, "trace instrument: name the output with -o");
  require_writable(output);

  const ptx::Module module = ptx::parse_module(read_text_file(input), input);
  trace::StagingChoice choice{{}, "stamps go straight to global memory, as was asked for"};
  if (architecture > 0 && !direct) {
    const device::cuda::Linker linker;
    choice = trace::choose_staging(module, linker, static_cast<unsigned>(architecture), options,
                                   threads);
    options.staging = choice.staging;
  }
  if (!rotate) {
    const trace::Instrumented instrumented = trace::instrument(module, options);
    write_whole(output, instrumented.ptx);
    if (!quiet) fmt::print("{}", render(probes_table(instrumented), format_from_name(format)));
    if (architecture > 0) {
      const std::vector<Table> tables =
          assembled_tables(module.text, instrumented.ptx, input,
                           static_cast<unsigned>(architecture), threads, choice.reason);
      fmt::print("\n{}", render(tables, format_from_name(format)));
    }
    return 0;
  }
  trace::Instrumented all;
  const std::uint32_t builds = trace::count_probes(module, options);
  if (builds == 0) (void)trace::instrument(module, options);  // says why there is nothing
  for (std::uint32_t i = 0; i < builds; ++i) {
    options.only = i;
    trace::Instrumented one = trace::instrument(module, options);
    write_whole(numbered(output, i), one.ptx);
    all.probes.push_back(one.probes.front());
    all.skipped = std::move(one.skipped);
  }
  if (!quiet) fmt::print("{}", render(probes_table(all), format_from_name(format)));
  return 0;
}

}  // namespace plumb::cli
