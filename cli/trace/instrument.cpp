// cli/trace/instrument.cpp - plumb trace instrument: PTX in, PTX with stamps out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/frame/interrupt.h"
#include "cli/frame/options.h"
#include "cli/trace/trace.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/ptx/parse.h"
#include "plumb/report/trace_changes.h"
#include "plumb/report/trace_stamps.h"
#include "plumb/trace/stamp/choose_staging.h"
#include "plumb/trace/stamp/module_builds.h"

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
  std::string cubin;  // where the machine code that was proven goes; empty: nowhere
  std::string format = "text";
  unsigned architecture = 0;  // 0: nothing is assembled
  std::uint64_t threads = 0;  // of a block; 0: not known
  std::string dynamic;        // shared memory that the launch adds; empty: not known
  bool rotate = false;
  bool direct = false;
  bool quiet = false;

  // Instead of the tables.
  [[nodiscard]] bool to_standard_output() const { return output == "-"; }
};

Bytes dynamic_of(const Request& request) {
  if (request.dynamic.empty()) return {};
  std::uint64_t bytes = 0;
  const char* const end = request.dynamic.data() + request.dynamic.size();
  const auto read = std::from_chars(request.dynamic.data(), end, bytes);
  constexpr std::uint64_t most = 1U << 20U;  // beyond any SM
  if (read.ec == std::errc() && read.ptr == end && bytes <= most) return Bytes{bytes};
  throw Error(ErrorKind::input, fmt::format("--dynamic {}: bytes of shared memory, at most {}",
                                            request.dynamic, most));
}

// Of what is not known nothing is concluded: blocks with dynamic shared memory of an unknown size
// have no shape.
trace::BlockShape shape_of(const Request& request, const ptx::Module& module) {
  const bool known = !request.dynamic.empty() || !trace::has_dynamic_shared(module);
  return {.threads = known ? request.threads : 0, .dynamic = dynamic_of(request)};
}

Request read_request(Arguments arguments, InstrumentTexts& chosen) {
  CommandLine line("trace");
  Request request;
  std::uint64_t architecture = 0;
  add_instrument_options(line, chosen);
  line.required_text("input", request.input);
  line.text("-o,--output", request.output);
  line.text("--format", request.format);
  line.output("--cubin", request.cubin);
  line.count("--assemble", architecture);
  line.count("--block", request.threads);
  line.text("--dynamic", request.dynamic);
  line.flag("--rotate", request.rotate);
  line.flag("--direct", request.direct);
  line.flag("-q,--quiet", request.quiet);
  line.parse(arguments);
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
  (void)dynamic_of(request);
  if (request.output.empty())
    throw Error(ErrorKind::input, "trace instrument: name the output with -o");
  if (!request.cubin.empty()) {
    if (request.architecture == 0)
      throw Error(ErrorKind::input, "--cubin: nothing is assembled; add --assemble SM");
    require_writable(request.cubin);
    require_not_input(request.cubin, {&request.input, 1});
    require_not_input(request.cubin, {&request.output, 1});
  }
  if (request.to_standard_output()) {
    if (request.rotate)
      throw Error(ErrorKind::input, "-o -: --rotate makes several files; name one, without '-'");
    return request;
  }
  require_writable(request.output);
  require_not_input(request.output, {&request.input, 1});
  return request;
}

// The text of each build, and on request the machine code that the certificates are about. A text
// that is not assembled is written as it is made.
class BuildOutput {
 public:
  explicit BuildOutput(const Request& request) : request_(&request) {}

  ptx::PieceSink begin(std::optional<std::uint32_t> stamp) {
    if (request_->to_standard_output())
      return [](std::string_view piece) { fmt::print("{}", piece); };
    text_.emplace(path_of(request_->output, stamp));
    return [this](std::string_view piece) { text_->write(piece); };
  }

  void finish(std::optional<std::uint32_t> stamp, const trace::StampedModule& made) {
    if (!request_->cubin.empty()) {
      const auto* bytes = reinterpret_cast<const char*>(made.machine_code.data());
      write_whole(path_of(request_->cubin, stamp), std::string(bytes, made.machine_code.size()));
    }
    if (request_->architecture > 0) begin(stamp)(made.instrumented.ptx);
    if (text_) text_->finish();
    text_.reset();
  }

 private:
  [[nodiscard]] std::string path_of(const std::string& path,
                                    std::optional<std::uint32_t> stamp) const {
    const std::string own = stamp ? numbered(path, *stamp) : path;
    require_not_input(own, {&request_->input, 1});
    return own;
  }

  const Request* request_;
  std::optional<WholeFile> text_;
};

// `.target sm_80, debug`
bool is_for_debugger(const ptx::Module& module) {
  return std::ranges::any_of(module.directives, [&](const ptx::Statement& directive) {
    return module.view(directive.word) == ".target" &&
           module.view(directive.text).find("debug") != std::string_view::npos;
  });
}

std::vector<Table> tables_of(const trace::ModuleBuilds& builds, bool quiet,
                             const std::optional<device::cuda::Linker>& linker) {
  std::vector<Table> all;
  if (!quiet) {
    all.push_back(stamps_table(builds.stamps, builds.skipped));
    if (!linker)
      all.back().notes.insert(all.back().notes.end(), builds.staging.begin(), builds.staging.end());
  }
  if (builds.changes.empty()) return all;
  all.push_back(changes_table(builds.changes));
  all.push_back(certificates_table(builds.changes.front().architecture, builds.certificates));
  all.back().notes.push_back(fmt::format("assembled by {}", linker->tool()));
  return all;
}

}  // namespace

int trace_instrument(Arguments arguments) {
  InstrumentTexts chosen;
  const Request request = read_request(arguments, chosen);
  const trace::InstrumentOptions options = instrument_options(chosen, {});
  ptx::Module module = ptx::parse_module(read_text_file(request.input), request.input);
  std::optional<device::cuda::Linker> linker;
  if (request.architecture > 0) linker.emplace();
  const trace::BlockShape shape = shape_of(request, module);
  const trace::PreparedModule prepared(
      std::move(module), options,
      {.architecture = request.architecture,
       .assemble = linker ? trace::assembler_of(*linker) : trace::Assembler(),
       .stage = !request.direct,
       .shape = shape});
  BuildOutput output(request);
  const trace::ModuleBuilds builds = trace::make_builds(
      prepared, {.rotate = request.rotate,
                 .keep = [&](std::optional<std::uint32_t> stamp,
                             const trace::StampedModule& made) { output.finish(stamp, made); },
                 .sink_of = [&](std::optional<std::uint32_t> stamp) { return output.begin(stamp); },
                 .interrupted = interrupted});
  std::vector<Table> tables = tables_of(builds, request.quiet, linker);
  if (linker && is_for_debugger(prepared.module())) {
    tables.back().notes.emplace_back(
        "this PTX is for the debugger (nvcc -G): its machine code is not optimized, and stamps in "
        "it "
        "are not certified; compile with -lineinfo instead");
  }
  Options shown;
  shown.format = request.format;
  if (!tables.empty() && !request.to_standard_output()) print(shown, tables);
  if (builds.interrupted) return static_cast<int>(ErrorKind::interrupted);
  return all_certified(builds.certificates) ? 0 : static_cast<int>(ErrorKind::check_failed);
}

}  // namespace plumb::cli
