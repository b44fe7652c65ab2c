// cli/trace_instrument.cpp - plumb trace instrument: PTX in, PTX with stamps out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/trace.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/ptx/parse.h"
#include "plumb/trace/stamp/choose_staging.h"

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
  std::string format = "text";
  unsigned architecture = 0;  // 0: nothing is assembled
  std::uint64_t threads = 0;  // of a block; 0: not known
  bool rotate = false;
  bool direct = false;
  bool quiet = false;
};

Request read_request(Words words, InstrumentWords& chosen) {
  CommandLine line("trace");
  Request request;
  std::uint64_t architecture = 0;
  add_instrument_options(line, chosen);
  line.required_text("input", request.input);
  line.text("-o,--output", request.output);
  line.text("--format", request.format);
  line.count("--assemble", architecture);
  line.count("--block", request.threads);
  line.flag("--rotate", request.rotate);
  line.flag("--direct", request.direct);
  line.flag("-q,--quiet", request.quiet);
  line.parse(words);
  (void)format_from_name(request.format);
  constexpr std::uint64_t newest = 999;  // beyond any that exists
  if (architecture > newest)
    throw Error(ErrorKind::input, fmt::format("--assemble {}: 90 stands for sm_90", architecture));
  constexpr std::uint64_t most_threads = 1024;
  if (request.threads > most_threads) {
    throw Error(ErrorKind::input, fmt::format("--block {}: a block has at most {} threads",
                                              request.threads, most_threads));
  }
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
  if (request.direct) return {{}, "records go straight to global memory, as was asked for"};
  if (linker)
    return trace::choose_staging(module, *linker, request.architecture, options, request.threads);
  return {
      {},
      "records go straight to global memory: without --assemble nothing is known about resident "
      "blocks"};
}

// What all builds together gave; without --rotate there is one.
struct Builds {
  trace::Instrumented all;
  trace::Certification certification;
  std::vector<trace::BuildChange> changes;
  std::vector<std::string> staging;  // each reason once
  bool interrupted = false;
};

class Building {
 public:
  Building(const Request& request, const ptx::Module& module)
      : request_(&request), module_(&module) {
    if (request.architecture == 0) return;
    linker_.emplace();
    before_ = linker_->cubin(module.text, request.input, request.architecture, true);
  }

  void build(trace::InstrumentOptions options) {
    const trace::StagingChoice choice = choose(*request_, *module_, linker_, options);
    options.staging = choice.staging;
    trace::Instrumented made = trace::instrument(*module_, options);
    write_whole(options.only ? numbered(request_->output, *options.only) : request_->output,
                made.ptx);
    if (linker_) compare(made, options.only, choice.reason);
    if (std::ranges::find(builds_.staging, choice.reason) == builds_.staging.end())
      builds_.staging.push_back(choice.reason);
    std::ranges::move(made.stamps, std::back_inserter(builds_.all.stamps));
    builds_.all.skipped = std::move(made.skipped);
  }

  // One file per stamp.
  void build_rotating(trace::InstrumentOptions options) {
    const std::uint32_t count = trace::count_stamps(*module_, options);
    if (count == 0) (void)trace::instrument(*module_, options);  // says why there is nothing
    for (std::uint32_t i = 0; i < count; ++i) {
      builds_.interrupted = interrupted();
      if (builds_.interrupted) return;
      options.only = i;
      build(options);
    }
  }

  [[nodiscard]] const Builds& builds() const { return builds_; }

  [[nodiscard]] std::vector<Table> tables() const {
    std::vector<Table> all;
    if (!request_->quiet) {
      all.push_back(stamps_table(builds_.all));
      if (!linker_) std::ranges::copy(builds_.staging, std::back_inserter(all.back().notes));
    }
    if (builds_.changes.empty()) return all;
    all.push_back(perturbation_table(builds_.changes));
    all.push_back(certificates_table(builds_.certification));
    all.back().notes.push_back(fmt::format("assembled by {}", linker_->tool()));
    return all;
  }

 private:
  void compare(const trace::Instrumented& made, std::optional<std::uint32_t> stamp,
               const std::string& staging) {
    const std::vector<std::byte> code =
        linker_->cubin(made.ptx, request_->input, request_->architecture, true);
    const trace::Cubin after = trace::read_cubin(code, request_->input);
    builds_.changes.push_back(
        {.stamp = stamp,
         .architecture = after.architecture,
         .kernels = trace::compare(trace::read_cubin(before_, request_->input), after),
         .threads = request_->threads,
         .dynamic = {},
         .staging = staging});
    trace::Certification certification = trace::certify(after);
    builds_.certification.architecture = certification.architecture;
    std::ranges::move(certification.certificates,
                      std::back_inserter(builds_.certification.certificates));
  }

  const Request* request_;
  const ptx::Module* module_;
  std::optional<device::cuda::Linker> linker_;
  std::vector<std::byte> before_;
  Builds builds_;
};

}  // namespace

int trace_instrument(Words words) {
  InstrumentWords chosen;
  const Request request = read_request(words, chosen);
  const trace::InstrumentOptions options = instrument_options(chosen);
  const ptx::Module module = ptx::parse_module(read_text_file(request.input), request.input);
  Building building(request, module);
  if (request.rotate) {
    building.build_rotating(options);
  } else {
    building.build(options);
  }
  const std::vector<Table> tables = building.tables();
  Options shown;
  shown.format = request.format;
  if (!tables.empty()) print(shown, tables);
  if (building.builds().interrupted) return static_cast<int>(ErrorKind::interrupted);
  return building.builds().certification.complete() ? 0 : static_cast<int>(ErrorKind::check_failed);
}

}  // namespace plumb::cli
