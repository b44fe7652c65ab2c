// plumb/trace/collect/collect.cpp - running with and without stamps, comparing, reading the log.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/collect.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/traits.h"
#include "plumb/run/loaded_program.h"
#include "plumb/trace/collect/add_records.h"
#include "plumb/trace/collect/add_stalls.h"
#include "plumb/trace/collect/events_of_log.h"
#include "plumb/trace/collect/log.h"
#include "plumb/trace/collect/run_window.h"
#include "plumb/trace/collect/time_launches.h"
#include "plumb/trace/stamp/prepared_program.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {
namespace {

constexpr std::size_t piece_bytes = 1U << 24U;

// FNV-1a over words of eight bytes: says whether two buffers are the same without keeping both.
std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t start) {
  std::uint64_t hash = start;
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                std::min<std::size_t>(8, bytes.size() - i), reinterpret_cast<std::byte*>(&word));
    hash = (hash ^ word) * 0x100000001b3ULL;
    hash ^= hash >> 29U;
  }
  return hash;
}

using Digests = std::map<std::string, std::uint64_t>;

Digests digests_of(const LoadedProgram& loaded) {
  Digests digests;
  std::vector<std::byte> piece;
  for (const Buffer& buffer : loaded.program().buffers) {
    const device::Buffer& from = loaded.buffer(buffer.name);
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::uint64_t at = 0; at < from.size().count; at += piece_bytes) {
      piece.resize(std::min<std::uint64_t>(piece_bytes, from.size().count - at));
      loaded.read(buffer.name, Bytes{at}, piece);
      hash = digest(piece, hash);
    }
    digests[buffer.name] = hash;
  }
  return digests;
}

void execute(LoadedProgram& loaded) {
  loaded.execute_all();
  loaded.wait();
}

// The same point without anything found.
TracedPoint without_findings(const TracedPoint& whole) {
  TracedPoint part;
  part.label = whole.label;
  part.workload = whole.workload;
  part.settings = whole.settings;
  part.stamped = whole.stamped;
  part.window = whole.window;
  return part;
}

// What one log says, as a point of its own.
TracedPoint part_of(const TracedPoint& whole, const Log& log, const InstrumentedModule& module,
                    const TimeAxis& axis) {
  TracedPoint part = without_findings(whole);
  part.skipped = whole.skipped;
  part.changed = whole.changed;
  part.builds = {*module.stamped.change};
  add_records(log, module.source, module.stamped.certificates, part);
  if (axis.clock_hz > 0) part.axis = axis;
  return part;
}

void give_events(const Log& log, const InstrumentedModule& module, double device_clock_hz,
                 const CollectOptions& options, const TracedPoint& point) {
  if (!options.events) return;
  const ClockAlignment alignment = alignment_of(log);
  const TimeAxis axis{.clock_hz = alignment.clock_hz > 0 ? alignment.clock_hz : device_clock_hz,
                      .skew = alignment.skew};
  const LogEvents made = events_of(log, module.stamped.certificates, alignment);
  options.events(part_of(point, log, module, axis), made.events, made.addresses);
}

// What a run without stamps leaves and takes.
struct Original {
  Digests digests;
  Seconds time{};
};

// The logs of a loaded build, and the window of time where there is one.
class Logs {
 public:
  Logs(device::Device& device, const LoadedProgram& loaded, const InstrumentedProgram& build,
       const LogLayout& layout, const std::optional<TimeWindow>& window)
      : loaded_(&loaded), layout_(layout) {
    if (window) window_.emplace(device, *window);
    for (const InstrumentedModule& module : build.modules) {
      const Instrumented& made = module.stamped.instrumented;
      logs_.push_back(loaded.global(module.kernel, made.log));
      if (window_) window_->add(loaded.global(module.kernel, made.window));
    }
  }

  // Before a run: they are empty, and its time begins.
  void begin() {
    for (const auto& log : logs_) clear_log(loaded_->queue(), *log, layout_);
    if (window_) window_->open(loaded_->queue());
  }
  // Since then; absent where nobody asked for it.
  [[nodiscard]] std::optional<Seconds> elapsed() {
    return window_ ? std::optional(window_->elapsed(loaded_->queue())) : std::nullopt;
  }
  [[nodiscard]] std::vector<Log> read() const {
    std::vector<Log> all;
    for (const auto& log : logs_) all.push_back(fetch_log(loaded_->queue(), *log, layout_));
    return all;
  }

 private:
  const LoadedProgram* loaded_;
  LogLayout layout_;
  std::vector<std::unique_ptr<device::Buffer>> logs_;
  std::optional<RunWindow> window_;
};

// With stamps as in the run that was read.
BuildTime cost_of(LoadedProgram& loaded, Logs& logs, const Original& original) {
  return {.stamp = {}, .without = original.time, .with = time_of_launches(loaded, [&] {
                                                   logs.begin();
                                                 })};
}

void run_build(device::Device& device, const InstrumentedProgram& build, const Original& original,
               const LogLayout& layout, const CollectOptions& options, TracedPoint& point) {
  const Assemble assemble = [&](const device::Source& source) {
    const auto made = std::ranges::find(build.modules, source.name, &InstrumentedModule::source);
    return made == build.modules.end() ? std::vector<std::byte>() : made->stamped.machine_code;
  };
  LoadedProgram loaded(device, build.program, {.assemble = assemble});
  loaded.fill();
  loaded.restore();  // before the log is cleared: what it launches is not the program's work
  Logs logs(device, loaded, build, layout, options.window);
  logs.begin();
  execute(loaded);
  if (point.window && !point.window->run) point.window->run = logs.elapsed();
  for (const auto& [name, hash] : digests_of(loaded)) {
    const bool known = std::ranges::find(point.changed, name) != point.changed.end();
    if (hash != original.digests.at(name) && !known) point.changed.push_back(name);
  }
  const std::vector<Log> read = logs.read();
  if (!build.modules.empty()) {
    BuildTime cost = cost_of(loaded, logs, original);
    cost.stamp = build.modules.front().stamped.change->stamp;
    point.times.push_back(cost);
  }
  for (std::size_t i = 0; i < read.size(); ++i) {
    const InstrumentedModule& module = build.modules[i];
    const Log& log = read[i];
    add_records(log, module.source, module.stamped.certificates, point);
    give_events(log, module, device.info().clock.value, options, point);
    point.builds.push_back(*module.stamped.change);
  }
}

// What all builds of a point share.
struct Running {
  device::Device* device;
  const Original* original;
  const CollectOptions* options;
  LogLayout layout;
};

// One build after the other: one with all stamps, or each stamp alone.
void run_builds(const Running& running, const PreparedProgram& prepared, bool each,
                TracedPoint& point) {
  const CollectOptions& options = *running.options;
  const std::uint32_t builds = each ? std::max(prepared.stamps(), 1U) : 1;
  for (std::uint32_t i = 0; i < builds; ++i) {
    point.interrupted = options.interrupted();
    if (point.interrupted) return;
    options.progress(fmt::format("build {} of {}", i + 1, builds));
    try {
      during(fmt::format("'{}' with stamps", point.workload), [&] {
        run_build(*running.device, prepared.build(each ? std::optional(i) : std::nullopt),
                  *running.original, running.layout, options, point);
      });
    } catch (const Error& error) {
      if (point.builds.empty()) throw;
      options.failed(error);  // the builds before it stay
      point.failure = explain(error);
      return;
    }
  }
}

// Each load alone: the record of another stamp between a load and its first use would hide a part
// of the wait.
void run_first_uses(const Running& running, const PreparedProgram& prepared, TracedPoint& point) {
  TracedPoint uses = without_findings(point);
  uses.skipped = prepared.skipped();
  if (prepared.stamps() > 0) {
    running.options->progress("stamps at first uses");
    try {
      run_builds(running, prepared, true, uses);
    } catch (const Error& error) {
      running.options->failed(error);
      uses.failure = explain(error);
    }
  }
  add_stalls(uses, point);
}

ProgramOptions for_first_uses(ProgramOptions options) {
  options.instrument.method = StampMethod::first_use;
  options.instrument.selection.accesses = {AccessKind::load};
  options.instrument.layout.addresses = false;
  return options;
}

Original run_without_stamps(device::Device& device, const Program& program) {
  LoadedProgram loaded(device, program);
  loaded.fill();
  loaded.restore();
  execute(loaded);
  Digests digests = digests_of(loaded);
  return {.digests = std::move(digests), .time = time_of_launches(loaded)};
}

}  // namespace

unsigned architecture_of(const device::Info& info) {
  const unsigned number = device::architecture_number(info);
  if (!device::loads_ptx(info) || number == 0) {
    throw Error(ErrorKind::unavailable,
                fmt::format("'{}' through {}: stamps are written for NVIDIA GPUs through CUDA; "
                            "choose one with --device cuda",
                            info.name, info.backend));
  }
  return number;
}

TracedPoint collect(device::Device& device, const Program& program, const CollectOptions& options) {
  ProgramOptions chosen{.architecture = architecture_of(device.info()),
                        .instrument = options.instrument,
                        .stage = options.stage};
  chosen.instrument.layout.processors = static_cast<std::uint32_t>(device.info().compute_units);
  chosen.instrument.sampling.window = options.window.has_value();
  const Toolchain toolchain;
  TracedPoint point;
  point.label = point.workload = program.name;
  point.settings = program.settings;
  if (const Sampling& sampling = options.instrument.sampling; samples(sampling)) {
    point.stamped = StampedShare{.blocks = sampling.blocks,
                                 .warps = sampling.warps,
                                 .records = sampling.records,
                                 .least_blocks = sampling.least_blocks,
                                 .block = sampling.block,
                                 .warp = sampling.warp};
  }
  point.window = options.window;
  // Everything is compiled and parsed before anything runs: a kernel that cannot be stamped costs
  // no execution.
  const auto prepare = [&](const ProgramOptions& how) {
    return during(fmt::format("'{}': preparing its kernels", program.name),
                  [&] { return PreparedProgram(program, tools_of(toolchain), how); });
  };
  const PreparedProgram prepared = prepare(chosen);
  std::optional<PreparedProgram> first_uses;
  if (options.first_use) first_uses.emplace(prepare(for_first_uses(chosen)));
  point.skipped = prepared.skipped();
  options.progress("running without stamps");
  const Original original = during(fmt::format("'{}' without stamps", program.name),
                                   [&] { return run_without_stamps(device, program); });
  Running running{.device = &device,
                  .original = &original,
                  .options = &options,
                  .layout = chosen.instrument.layout};
  run_builds(running, prepared, options.rotate, point);
  if (!first_uses || point.interrupted || !point.failure.empty()) return point;
  running.layout.addresses = false;
  run_first_uses(running, *first_uses, point);
  return point;
}

}  // namespace plumb::trace
