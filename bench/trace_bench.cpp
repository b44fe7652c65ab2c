// bench/trace_bench.cpp - how long stamping, certifying and exporting take, and the memory they
// need.
//
//   trace_bench [--golden FOLDER] [--rounds N] [--require] [--format F] [-o FILE]
//
// A text of 1 MiB is made of the golden kernels under many names. Times by the host clock, medians
// over the rounds; assembling is not timed. With --require exit code 1 if a limit is missed: 1 s
// and 200 MiB for 1 MiB of PTX, 100 ms for the largest cubin, 5 s for 10^7 events in each format,
// given away in memory.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <functional>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "bench/limits.h"
#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/cuda/compile.h"
#include "plumb/ptx/parse.h"
#include "plumb/records/event_file.h"
#include "plumb/trace/certify/certify.h"
#include "plumb/trace/export/exporter.h"
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

constexpr std::uint32_t bench_events = 10'000'000;

// Warps of 132 SMs, each with loads one after the other, in time all among each other.
class DrawnEvents {
 public:
  std::span<const TraceEvent> next(std::uint32_t count) {
    events_.clear();
    for (std::uint32_t i = 0; i < count; ++i, ++made_) {
      const std::uint32_t place = made_ % (132 * 64);
      const std::uint64_t begin = made_ / 4;
      events_.push_back({.begin = begin,
                         .end = begin + 400 + made_ * 2654435761U % 700,
                         .stamp = made_ / (132 * 64) % 2,
                         .block = made_ / (132 * 64 * 16) * 1056 + place / 8,
                         .warp = place % 8,
                         .processor = place / 64,
                         .warp_place = place % 64});
    }
    return events_;
  }

 private:
  std::vector<TraceEvent> events_;
  std::uint32_t made_ = 0;
};

TracedPoint event_point() {
  TracedPoint point;
  point.label = point.workload = "bench";
  point.axis = {.clock_hz = 1.98e9, .skew = 64};
  point.stamps.resize(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    Certificate& certificate = point.stamps[i].certificate;
    certificate.verdict = CertificateVerdict::certified;
    certificate.stamp = {
        .id = i, .kernel = "stencil", .opcode = "ld.global.nc.f32", .source = "stencil.cu:12"};
  }
  return point;
}

void write_events(const Sink& sink) {
  EventFileWriter writer(sink);
  writer.begin_part({}, event_point());
  DrawnEvents events;
  for (std::uint32_t done = 0; done < bench_events; done += 100'000)
    writer.add(events.next(100'000));
  writer.end_part({}, event_point());
  writer.finish();
}

// A row per format; the slowest time in seconds.
double add_exports(const BenchOptions& options, Table& table) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("trace_bench_{}.trace", ::getpid()))
          .string();
  std::uint64_t bytes = 0;
  const Sink counting = [&](std::string_view piece) { bytes += piece.size(); };
  double slowest = 0;
  const auto add_row = [&](const std::string& what, const std::function<void()>& work) {
    const double time = summary_of(std::min<std::uint64_t>(options.rounds, 3), [&] {
                          bytes = 0;
                          work();
                        }).median;
    slowest = std::max(slowest, time);
    table.rows.push_back(
        {what, bytes / 1024, bench_events, significant(time * 1e3, 4), significant(5000, 4)});
    table.notes.push_back(fmt::format("{}: {:.2f} bytes per event, largest resident set {:.1f} MiB",
                                      what, static_cast<double>(bytes) / bench_events,
                                      resident_mebibytes()));
  };
  add_row("10^7 events into a trace file", [&] { write_events(counting); });
  {
    WholeFile file(path);
    write_events([&](std::string_view piece) { file.write(piece); });
    file.finish();
  }
  for (const char* format : {"csv", "clog2", "chrome", "perfetto", "timeline"}) {
    add_row(fmt::format("10^7 events as {}", format), [&] {
      (void)trace::export_events(path, trace::export_format_from_name(format), counting);
    });
  }
  std::filesystem::remove(path);
  return slowest;
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
  const double slowest_export = add_exports(options, table);
  show_and_keep(table, DeviceDescription{}, options);
  return options.require && !(stamping < 1 && memory < 200 && slowest < 0.1 && slowest_export < 5)
             ? 1
             : 0;
}

}  // namespace

const Bench this_bench{"trace_bench", run};

}  // namespace plumb::bench
