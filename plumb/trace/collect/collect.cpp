// plumb/trace/collect/collect.cpp - running with and without stamps, comparing, reading the log.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/collect/collect.h"

#include <algorithm>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/run/loaded_program.h"

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

Digests digests_of(const LoadedProgram& loaded, device::Queue& queue) {
  Digests digests;
  std::vector<std::byte> piece;
  for (const Buffer& buffer : loaded.program().buffers) {
    const device::Buffer& from = loaded.buffer(buffer.name);
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::uint64_t at = 0; at < from.size().count; at += piece_bytes) {
      piece.resize(std::min<std::uint64_t>(piece_bytes, from.size().count - at));
      queue.read(piece, from, Bytes{at});
      queue.wait();
      hash = digest(piece, hash);
    }
    digests[buffer.name] = hash;
  }
  return digests;
}

void execute(LoadedProgram& loaded, device::Queue& queue) {
  loaded.fill(queue);
  for (std::size_t i = 0; i < loaded.program().steps.size(); ++i) loaded.execute(queue, i);
  queue.wait();
}

unsigned architecture_of(const device::Info& info) {
  unsigned number = 0;
  const std::string_view text = info.architecture;
  if (info.backend != "cuda" || !text.starts_with("sm_")) {
    throw Error(ErrorKind::unavailable,
                fmt::format("'{}' through {}: stamps are written for NVIDIA GPUs through CUDA; "
                            "choose one with --device cuda",
                            info.name, info.backend));
  }
  std::from_chars(text.data() + 3, text.data() + text.size(), number);
  return number;
}

void add_records(const Log& log, const InstrumentedModule& module, Collected& collected) {
  std::map<std::uint32_t, std::size_t> place;
  for (const Certificate& certificate : module.certification.certificates) {
    place[certificate.stamp.id] = collected.stamps.size();
    collected.stamps.push_back(
        {.source = module.source, .certificate = certificate, .cycles = {}, .reversed = 0});
  }
  for (const Record& record : log.records) {
    const auto found = place.find(record.stamp);
    if (found == place.end()) {
      throw Error(ErrorKind::check_failed,
                  fmt::format("the log of '{}' names stamp {}, which it does not have",
                              module.source, record.stamp));
    }
    StampTimes& times = collected.stamps[found->second];
    if (record.second < record.first) {
      ++times.reversed;
    } else {
      times.cycles.push_back(static_cast<double>(record.second - record.first));
    }
  }
  collected.lost += log.lost;
  collected.misplaced += log.misplaced;
  collected.unfinished += log.unfinished;
}

// What stands before the records, as words.
std::vector<std::uint32_t> head_of(device::Queue& queue, const device::Buffer& log,
                                   const LogLayout& layout) {
  if (log.size() != size_of(layout)) {
    throw Error(ErrorKind::check_failed, fmt::format("a log of {} bytes; its layout needs {}",
                                                     log.size().count, size_of(layout).count));
  }
  std::vector<std::uint32_t> head(records_offset(layout) / 4);
  queue.read(std::as_writable_bytes(std::span(head)), log, {});
  queue.wait();
  return head;
}

void run_build(device::Device& device, const InstrumentedProgram& build, const Digests& original,
               const LogLayout& layout, Collected& collected) {
  const Assemble assemble = [&](const device::Source& source) {
    const auto made = std::ranges::find(build.modules, source.name, &InstrumentedModule::source);
    return made == build.modules.end() ? std::vector<std::byte>() : made->machine_code;
  };
  LoadedProgram loaded(device, build.program, assemble);
  const std::unique_ptr<device::Queue> queue = device.queue();
  std::vector<std::unique_ptr<device::Buffer>> logs;
  for (const InstrumentedModule& module : build.modules) {
    logs.push_back(loaded.global(module.kernel, std::string(log_name)));
    clear_log(*queue, *logs.back(), layout);
  }
  execute(loaded, *queue);
  for (const auto& [name, hash] : digests_of(loaded, *queue)) {
    const bool known = std::ranges::find(collected.changed, name) != collected.changed.end();
    if (hash != original.at(name) && !known) collected.changed.push_back(name);
  }
  for (std::size_t i = 0; i < logs.size(); ++i)
    add_records(fetch_log(*queue, *logs[i], layout), build.modules[i], collected);
}

// Machine code without stamps, assembled once per source.
class Originals {
 public:
  Originals(const device::cuda::Linker& linker, unsigned architecture)
      : linker_(&linker), architecture_(architecture) {}

  BuildChange compared(const InstrumentedModule& module, bool rotating) {
    auto found = made_.find(module.source);
    if (found == made_.end()) {
      found = made_
                  .emplace(module.source,
                           linker_->cubin(module.original, module.source, architecture_, true))
                  .first;
    }
    BuildChange change{.stamp = {},
                       .architecture = architecture_,
                       .kernels = compare(read_cubin(found->second, module.source),
                                          read_cubin(module.machine_code, module.source)),
                       .threads = module.threads,
                       .dynamic = module.dynamic,
                       .staging = module.staging};
    if (rotating) change.stamp = module.instrumented.stamps.front().id;
    return change;
  }

 private:
  const device::cuda::Linker* linker_;
  unsigned architecture_;
  std::map<std::string, std::vector<std::byte>> made_;
};

}  // namespace

void clear_log(device::Queue& queue, device::Buffer& log, const LogLayout& layout) {
  const std::vector<std::uint32_t> head = head_of(queue, log, layout);
  const std::uint64_t per_warp = record_bytes * layout.slots;
  const std::vector<std::byte> zeros(std::max(per_warp, records_offset(layout)));
  for (std::uint32_t place = 0; place < layout.processors * layout.warps; ++place) {
    if (head[counters_offset / 4 + place] == 0) continue;
    queue.write(log, Bytes{records_offset(layout) + place * per_warp},
                std::span(zeros).first(per_warp));
  }
  queue.write(log, {}, std::span(zeros).first(records_offset(layout)));
  queue.wait();
}

Log fetch_log(device::Queue& queue, const device::Buffer& log, const LogLayout& layout) {
  const std::vector<std::uint32_t> head = head_of(queue, log, layout);
  Log result;
  result.misplaced = head.front();
  std::vector<std::byte> records;
  for (std::uint32_t place = 0; place < layout.processors * layout.warps; ++place) {
    const std::uint32_t tried = head[counters_offset / 4 + place];
    if (tried == 0) continue;
    records.resize(record_bytes * std::min(tried, layout.slots));
    queue.read(records, log, Bytes{records_offset(layout) + place * record_bytes * layout.slots});
    queue.wait();
    add_warp(result, layout, place, tried, records);
  }
  return result;
}

Collected collect(device::Device& device, const Program& program, const CollectOptions& options) {
  const unsigned architecture = architecture_of(device.info());
  InstrumentOptions chosen = options.instrument;
  chosen.layout.processors = static_cast<std::uint32_t>(device.info().compute_units);
  const Toolchain tools;
  Collected collected;
  Digests original;
  during(fmt::format("'{}' without stamps", program.name), [&] {
    options.progress("running without stamps");
    LoadedProgram loaded(device, program);
    const std::unique_ptr<device::Queue> queue = device.queue();
    execute(loaded, *queue);
    original = digests_of(loaded, *queue);
  });
  during(fmt::format("'{}' with stamps", program.name), [&] {
    Originals originals(tools.linker, architecture);
    const std::uint32_t builds =
        options.rotate ? std::max(count_builds(program, tools, architecture, chosen), 1U) : 1;
    for (std::uint32_t i = 0; i < builds; ++i) {
      collected.interrupted = options.interrupted();
      if (collected.interrupted) break;
      options.progress(fmt::format("build {} of {}", i + 1, builds));
      InstrumentedProgram build =
          instrument_program(program, tools, architecture, chosen, options.stage,
                             options.rotate ? std::optional(i) : std::nullopt);
      run_build(device, build, original, chosen.layout, collected);
      for (const InstrumentedModule& module : build.modules)
        collected.builds.push_back(originals.compared(module, options.rotate));
      collected.skipped = std::move(build.skipped);
    }
  });
  return collected;
}

}  // namespace plumb::trace
