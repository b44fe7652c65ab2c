// plumb/probe/chain.cpp - building, warming and walking chains.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/chain.h"

#include <algorithm>
#include <bit>

#include "plumb/probe/embedded.h"

namespace plumb {
namespace {

using device::scalar;

constexpr std::uint64_t window_bytes = 4U << 20U;
constexpr std::uint64_t warm_footprint =
    512U << 10U;  // caches that are empty at every launch are smaller
constexpr std::uint64_t lap_footprint = 256U << 20U;  // shared caches are smaller
constexpr std::uint64_t warp =
    32;  // a single lane answers two cycles sooner, but no program computes so

std::uint32_t bits_for(std::uint64_t n) {
  return static_cast<std::uint32_t>(std::bit_width(n - 1));
}

}  // namespace

std::uint64_t line_of(const device::Info& info) {
  return info.kind == device::Kind::cpu ? 64 : 128;
}

ChainShape dense_chain(const device::Info& info, std::uint64_t footprint) {
  const std::uint64_t line = line_of(info);
  const std::uint64_t nodes = std::max<std::uint64_t>(1, footprint / line);
  const std::uint64_t width = info.kind == device::Kind::cpu ? window_bytes / line : nodes;
  ChainShape shape{.spacing = line};
  shape.windows = (nodes + width - 1) / width;
  shape.width = nodes / shape.windows;
  return shape;
}

ChainShape paged_chain(const device::Info& info, std::uint64_t pages, std::uint64_t page) {
  return {.windows = 1, .width = pages, .spacing = page, .skew = page / line_of(info)};
}

Chain::Chain(Probing& probing, device::Buffer& memory)
    : probing_(&probing),
      memory_(&memory),
      module_(&probing.module("probe/chase.cl", embedded::probe_chase_cl(),
                              {{"LINE", std::to_string(line_of(probing.info()))}})),
      at_(probing.allocate(chain_position)) {}

void Chain::launch_built(const char* entry, const device::Launch& shape, bool with_at) {
  const auto kernel = module_->kernel(entry);
  std::vector<device::Argument> arguments{memory_};
  if (with_at) arguments.emplace_back(at_.get());
  arguments.insert(arguments.end(),
                   {scalar(shape_.windows), scalar(shape_.width), scalar(bits_for(shape_.windows)),
                    scalar(bits_for(shape_.width)), scalar(shape_.spacing), scalar(shape_.skew)});
  probing_->queue().launch(*kernel, shape, arguments);
  probing_->queue().wait();
}

void Chain::write(const ChainShape& shape) {
  shape_ = shape;
  const bool cpu = probing_->on_cpu();
  const std::uint64_t most =
      cpu ? probing_->info().compute_units : 1024 * probing_->info().compute_units;
  const std::uint64_t groups = std::clamp<std::uint64_t>(shape.nodes() / 64, 1, most);
  launch_built("probe_build_chain", device::grid(groups, cpu ? 1 : 64), false);
}

void Chain::build(const ChainShape& shape) {
  write(shape);
  const bool cpu = probing_->on_cpu();
  if (shape.nodes() * line_of(probing_->info()) <= lap_footprint)
    launch_built("probe_lap", device::grid(1, cpu ? 1 : lap_items), true);
  launch_built("probe_start_chain", device::grid(1, 1), true);
}

void Chain::walk(const device::Kernel& kernel, std::uint64_t warm, std::uint64_t eights) {
  const device::Argument arguments[] = {at_.get(), scalar(warm), scalar(eights)};
  probing_->queue().launch(kernel, device::grid(1, probing_->on_cpu() ? 1 : warp), arguments);
}

// As many hops, in eights, as a sample needs.
std::uint64_t Chain::eights_for(const device::Kernel& kernel, std::uint64_t warm) {
  if (probing_->options().brief) return 4;
  constexpr std::uint64_t pilot = 512;
  walk(kernel, warm, 1);
  const Seconds short_walk = probing_->device_once([&] { walk(kernel, warm, pilot); });
  const Seconds long_walk = probing_->device_once([&] { walk(kernel, warm, 3 * pilot); });
  const double hop = std::max((long_walk - short_walk).count() / (16 * pilot), 0.2e-9);
  const double wanted = probing_->options().full ? 4e-3 : 1.5e-3;  // seconds in the difference
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted / hop / 16), 64, 1U << 20U);
}

Quantity Chain::hop_time(Through through) {
  const auto kernel =
      module_->kernel(through == Through::all_caches ? "probe_chase" : "probe_chase_shared");
  const bool warms = shape_.nodes() * line_of(probing_->info()) <= warm_footprint;
  const std::uint64_t warm = warms ? shape_.nodes() : 0;
  const std::uint64_t eights = eights_for(*kernel, warm);
  const Quantity difference = probing_->difference(
      [&] { return probing_->device_once([&] { walk(*kernel, warm, 3 * eights); }); },
      [&] { return probing_->device_once([&] { walk(*kernel, warm, eights); }); });
  const auto hops = static_cast<double>(16 * eights);
  return transformed(difference, "s", [&](double seconds) { return seconds / hops; });
}

Quantity Chain::first_lap_time(std::uint64_t nodes) {
  const auto kernel = module_->kernel("probe_chase");
  const std::uint64_t eights = nodes / 8 / 3;  // the longer walk ends before it comes back
  const auto walked = [&](std::uint64_t count) {
    write({.width = nodes, .spacing = line_of(probing_->info())});
    launch_built("probe_start_chain", device::grid(1, 1), true);
    return probing_->device_once([&] { walk(*kernel, 0, count); });
  };
  const Quantity difference =
      probing_->difference([&] { return walked(3 * eights); }, [&] { return walked(eights); });
  const auto hops = static_cast<double>(16 * eights);
  return transformed(difference, "s", [&](double seconds) { return seconds / hops; });
}

std::uint64_t Chain::cycle_length(std::uint64_t most) {
  const auto kernel = module_->kernel("probe_chase");
  const auto position = [&] {
    std::uint64_t at = 0;
    probing_->queue().read(std::as_writable_bytes(std::span(&at, 1)), *at_, {});
    probing_->queue().wait();
    return at;
  };
  const std::uint64_t start = position();
  for (std::uint64_t hops = 1; hops <= most; ++hops) {
    walk(*kernel, 1, 0);
    if (position() == start) return hops;
  }
  return 0;
}

}  // namespace plumb
