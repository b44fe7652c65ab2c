// cli/trace_instrument.cpp - plumb trace instrument: PTX in, PTX with stamps out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <optional>

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

struct Request {
  std::string input;
  std::string output;
  Format format = Format::text;
  unsigned architecture = 0;  // 0: nothing is assembled
  std::uint64_t threads = 0;  // of a block; 0: not known
  bool rotate = false;
  bool direct = false;
  bool quiet = false;
};

Request read_request(Words words, InstrumentWords& chosen) {
  CommandLine line("trace");
  Request request;
  std::string format = "text";
  std::uint64_t architecture = 0;
  add_instrument_options(line, chosen);
  line.required_text("input", request.input);
  line.text("-o,--output", request.output);
  line.text("--format", format);
  line.count("--assemble", architecture);
  line.count("--block", request.threads);
  line.flag("--rotate", request.rotate);
  line.flag("--direct", request.direct);
  line.flag("-q,--quiet", request.quiet);
  line.parse(words);
  request.format = format_from_name(format);
  constexpr std::uint64_t newest = 999;  // beyond any that exists
  if (architecture > newest)
    throw Error(ErrorKind::input, fmt::format("--assemble {}: 90 stands for sm_90", architecture));
  request.architecture = static_cast<unsigned>(architecture);
  if (request.output.empty())
    throw Error(ErrorKind::input, "trace instrument: name the output with -o");
  require_writable(request.output);
  return request;
}

// Without an assembler nothing is known about resident blocks.
trace::StagingChoice choose(const Request& request, const ptx::Module& module,
                            const std::optional<device::cuda::Linker>& linker,
                            const trace::InstrumentOptions& options) {
  if (request.direct) return {{}, "stamps go straight to global memory, as was asked for"};
  if (linker)
    return trace::choose_staging(module, *linker, request.architecture, options, request.threads);
  return {{},
          "stamps go straight to global memory: without --assemble nothing is known about resident "
          "blocks"};
}

void instrument_once(const Request& request, const ptx::Module& module,
                     const std::optional<device::cuda::Linker>& linker,
                     const trace::InstrumentOptions& options, const std::string& staging) {
  const trace::Instrumented made = trace::instrument(module, options);
  write_whole(request.output, made.ptx);
  Table probes = probes_table(made);
  if (!linker) probes.notes.push_back(staging);
  if (!request.quiet) fmt::print("{}", render(probes, request.format));
  if (!linker) return;
  const std::vector<std::byte> before =
      linker->cubin(module.text, request.input, request.architecture, true);
  const std::vector<std::byte> after =
      linker->cubin(made.ptx, request.input, request.architecture, true);
  const trace::Cubin code = trace::read_cubin(after, request.input);
  std::vector<Table> tables{
      perturbation_table(trace::read_cubin(before, request.input), code, request.threads, staging),
      certificates_table(trace::certify(code))};
  tables.back().notes.push_back(fmt::format("assembled by {}", linker->tool()));
  fmt::print("{}{}", request.quiet ? "" : "\n", render(tables, request.format));
}

// One file per probe.
void instrument_rotating(const Request& request, const ptx::Module& module,
                         trace::InstrumentOptions options, const std::string& staging) {
  trace::Instrumented all;
  const std::uint32_t builds = trace::count_probes(module, options);
  if (builds == 0) (void)trace::instrument(module, options);  // says why there is nothing
  for (std::uint32_t i = 0; i < builds; ++i) {
    options.only = i;
    trace::Instrumented one = trace::instrument(module, options);
    write_whole(numbered(request.output, i), one.ptx);
    all.probes.push_back(one.probes.front());
    all.skipped = std::move(one.skipped);
  }
  Table probes = probes_table(all);
  probes.notes.push_back(staging);
  if (!request.quiet) fmt::print("{}", render(probes, request.format));
}

}  // namespace

int trace_instrument(Words words) {
  InstrumentWords chosen;
  const Request request = read_request(words, chosen);
  trace::InstrumentOptions options = instrument_options(chosen);
  const ptx::Module module = ptx::parse_module(read_text_file(request.input), request.input);
  std::optional<device::cuda::Linker> linker;
  if (request.architecture > 0) linker.emplace();
  const trace::StagingChoice choice = choose(request, module, linker, options);
  options.staging = choice.staging;
  if (request.rotate) {
    instrument_rotating(request, module, options, choice.reason);
  } else {
    instrument_once(request, module, linker, options, choice.reason);
  }
  return 0;
}

}  // namespace plumb::cli
