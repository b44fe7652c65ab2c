// plumb/probe/plausibility.cpp - limits from the driver and the operating system.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/plausibility.h"

#include <fstream>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/device/traits.h"

namespace plumb {
namespace {

void above(Finding& parameter, double limit, std::string_view what) {
  if (limit <= 0 || parameter.value.value <= limit) return;
  parameter.confidence = Confidence::implausible;
  parameter.note = fmt::format("above {}, {:.4g} {}", what, limit, parameter.value.unit);
}

void far_from(Finding& parameter, double reported, double factor) {
  const double ratio = reported > 0 ? parameter.value.value / reported : 1;
  if (ratio <= factor && ratio >= 1 / factor) return;
  parameter.confidence = Confidence::unreliable;
  parameter.note =
      fmt::format("the system reports {}", to_text(Bytes{static_cast<std::uint64_t>(reported)}));
}

std::string first_word_of(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

// Bytes of the data cache of a level of the first core by Linux, which writes "64K"; 0: unknown.
double linux_cache(unsigned level) {
  for (int index = 0; index < 8; ++index) {
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", index);
    if (first_word_of(folder + "level") != std::to_string(level)) continue;
    if (first_word_of(folder + "type") == "Instruction") continue;
    double size = 0;
    char unit = ' ';
    std::ifstream(folder + "size") >> size >> unit;
    return size * (unit == 'K' ? 0x1p10 : unit == 'M' ? 0x1p20 : 1);
  }
  return 0;
}

// The C library knows the caches of some processors, Linux those of most; 0: neither does.
double reported_cache(unsigned level) {
  constexpr int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  if (level < 1 || level > 3) return 0;
  const auto known = static_cast<double>(sysconf(names[level - 1]));
  return known > 0 ? known : linux_cache(level);
}

bool is_capacity(const Finding& parameter, unsigned& level) {
  constexpr std::string_view prefix = "capacity.level";
  if (!parameter.name.starts_with(prefix)) return false;
  level = static_cast<unsigned>(parameter.name[prefix.size()] - '0');
  return true;
}

// Single-precision lanes of a multiprocessor, for the peak of fma; 0: unknown. From NVIDIA's
// programming guide, table of arithmetic throughput.
double lanes_of(unsigned architecture) {
  constexpr std::pair<unsigned, double> known[] = {{70, 64},  {75, 64},   {80, 64},
                                                   {86, 128}, {87, 128},  {89, 128},
                                                   {90, 128}, {100, 128}, {120, 128}};
  for (const auto& [number, lanes] : known)
    if (architecture == number) return lanes;
  return 0;
}

double peak_flops(const device::Info& info) {
  return 2 * lanes_of(device::architecture_number(info)) * static_cast<double>(info.compute_units) *
         info.clock.value;
}

// No unit of any processor moves more bytes in a cycle, and no clock is faster: a rate above that
// is not one of data that moved, such as a loop that the compiler took away.
double most_bytes_per_second(const device::Info& info) {
  constexpr double bytes_per_cycle = 512;  // CPUs: two loads and a store of 64; GPUs: 128
  constexpr Hertz fastest{10e9};
  return bytes_per_cycle * fastest.value * static_cast<double>(info.compute_units);
}

}  // namespace

Peak peak_of(const device::Info& info) {
  Peak peak;
  if (info.peak_bandwidth.value > 0) peak.bandwidth = exactly(info.peak_bandwidth.value, "B/s");
  if (peak_flops(info) > 0) peak.flops = exactly(peak_flops(info), "flop/s");
  return peak;
}

void mark_implausible(Profile& profile, const device::Info& info) {
  for (Finding& parameter : profile.parameters) {
    if (parameter.name.starts_with("bandwidth.memory."))
      above(parameter, info.peak_bandwidth.value, "what the memory's clock and width allow");
    if (parameter.value.unit == "B/s")
      above(parameter, most_bytes_per_second(info), "what its units could move at all");
    if (parameter.name == "compute.fma.f32.throughput")
      above(parameter, 1.005 * peak_flops(info), "what its lanes and its clock allow");
    unsigned level = 0;
    if (info.kind == device::Kind::cpu && is_capacity(parameter, level))
      far_from(parameter, reported_cache(level), 1.5);
  }
}

}  // namespace plumb
