// plumb/probe/images.cpp - reads of images through samplers: how many a second, and how long one
// takes.
//
// The kernels of one image walk it as rays do a volume: the work-items of a group side by side,
// each along the last axis. An image of a few KiB stays in every unit's own cache; of the larger
// one every walk reads what its unit has not had.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/bounds.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/probes.h"

namespace plumb {
namespace {

using device::scalar;

struct Pixel {
  const char* name;
  device::Component component;
  unsigned parts;
};
constexpr Pixel image_pixels[] = {{"u8x1", device::Component::u8, 1},
                                  {"u8x4", device::Component::u8, 4},
                                  {"f32x1", device::Component::f32, 1},
                                  {"f32x4", device::Component::f32, 4}};

constexpr std::uint32_t flight = 8;  // reads of a turn
constexpr std::uint64_t group_columns = 16;
constexpr std::uint64_t group_rows = 8;
// Of an image in the shared cache; on a processor, whose reads are functions, its units' own caches
// hold less.
constexpr std::uint64_t most_on_gpu = 16ULL << 20U;
constexpr std::uint64_t most_on_cpu = 4ULL << 20U;

// An image, how it is read, and what of it is probed.
struct Case {
  unsigned axes;
  bool linear;
  Pixel pixel;
  bool chains;

  [[nodiscard]] std::string name() const {
    return fmt::format("images.{}d.{}.{}", axes, linear ? "linear" : "nearest", pixel.name);
  }
};

// The quick probe has the pixels of volumes, and of pictures the smallest and the largest.
std::vector<Case> cases_of(const Probing& probing) {
  std::vector<Case> cases;
  for (const unsigned axes : {2U, 3U}) {
    for (const bool linear : {false, true}) {
      for (const Pixel& pixel : image_pixels) {
        const bool is_least = &pixel == std::begin(image_pixels);
        const bool is_largest_of_pictures =
            axes == 2 && !linear && pixel.parts == 4 && pixel.component == device::Component::f32;
        const bool full = probing.options().full;
        if (full || is_least || is_largest_of_pictures)
          cases.push_back(
              {axes, linear, pixel, pixel.parts == 1 && (full || (is_least && axes == 3))});
      }
    }
  }
  return cases;
}

// 2^bits pixels along every axis.
device::ImageFormat format_of(const Case& chosen, std::uint32_t bits) {
  const std::uint64_t side = std::uint64_t{1} << bits;
  return {.component = chosen.pixel.component,
          .components = chosen.pixel.parts,
          .normalized = chosen.pixel.component == device::Component::u8,
          .width = side,
          .height = side,
          .depth = chosen.axes == 3 ? side : 1};
}

// Whole numbers below 251.
std::uint32_t value_at(std::uint64_t x, std::uint64_t y, std::uint64_t z, unsigned part) {
  return static_cast<std::uint32_t>((7 * x + 5 * y + 3 * z + std::uint64_t{11} * part) % 251);
}

template <class Part>
std::vector<Part> parts_of(const device::ImageFormat& format) {
  std::vector<Part> parts(format.width * format.height * format.depth * format.components);
  auto next = parts.begin();
  for (std::uint64_t z = 0; z < format.depth; ++z)
    for (std::uint64_t y = 0; y < format.height; ++y)
      for (std::uint64_t x = 0; x < format.width; ++x)
        for (unsigned part = 0; part < format.components; ++part)
          *next++ = static_cast<Part>(value_at(x, y, z, part));
  return parts;
}

// One case on one image.
class Reads {
 public:
  Reads(Probing& probing, const Case& chosen, std::uint32_t bits)
      : probing_(&probing),
        chosen_(chosen),
        bits_(bits),
        image_(probing.image(format_of(chosen, bits))) {
    device::Module& module = probing.module("probe/images.cl", embedded::probe_images_cl(),
                                            {{"AXES", std::to_string(chosen.axes)},
                                             {"LINEAR", chosen.linear ? "1" : "0"},
                                             {"PARTS", std::to_string(chosen.pixel.parts)},
                                             {"FLIGHT", std::to_string(flight)}});
    reads_ = module.kernel("probe_image_reads");
    chain_ = module.kernel("probe_image_chain");
    shape_ = whole_device(probing, bits);
    out_ = probing.allocate(Bytes{4 * items()});
    fill();
  }

  [[nodiscard]] std::uint64_t items() const { return shape_.global[0] * shape_.global[1]; }

  void launch_reads(std::uint32_t turns) { launch_reads(turns, shape_); }

  void launch_reads(std::uint32_t turns, const device::Launch& shape) {
    const device::Argument arguments[] = {image_.get(), out_.get(), scalar(bits_), scalar(step()),
                                          scalar(turns)};
    probing_->queue().launch(*reads_, shape, arguments);
  }

  void launch_chain(std::uint32_t steps) {
    const device::Argument arguments[] = {image_.get(), out_.get(), scalar(bits_), scalar(0.0F),
                                          scalar(steps)};
    probing_->queue().launch(*chain_, device::grid(1, 1), arguments);
  }

  // Every work-item's sum against the host; samplers weigh pixels by fractions of eight bits.
  void check() {
    constexpr std::uint32_t turns = 3;
    device::Launch few = shape_;
    few.global[1] = few.local[1];
    launch_reads(turns, few);
    const std::uint64_t columns = few.global[0];
    const std::vector<float> sums = found(columns * few.global[1]);
    for (std::uint64_t i = 0; i < sums.size(); ++i)
      compare(sums[i], expected_sum(i % columns, i / columns, turns));
    const auto steps = static_cast<std::uint32_t>(side() + 3);
    launch_chain(steps);
    double chain = 0;
    for (std::uint64_t n = 0; n < steps; ++n) {
      const std::uint64_t x = n < side() ? 0 : 32 % side();
      const std::uint64_t y = n < side() || 32 < side() ? 0 : 8 % side();
      chain += chosen_.axes == 3 ? pixel(x, y, n % side()) : pixel(x, n % side(), 0);
    }
    compare(found(1)[0], chain);
  }

 private:
  [[nodiscard]] std::uint64_t side() const { return std::uint64_t{1} << bits_; }

  // On a GPU the groups below each other take the rows of a picture in turns.
  [[nodiscard]] std::uint32_t step() const {
    return chosen_.axes == 2 && !probing_->on_cpu() ? static_cast<std::uint32_t>(group_rows) : 1;
  }

  // As many work-items as the units hold, wide enough that no two columns of a unit are the same.
  static device::Launch whole_device(Probing& probing, std::uint32_t bits) {
    constexpr std::uint64_t items_of_unit = 2048;
    const std::uint64_t units = probing.info().compute_units;
    if (probing.on_cpu()) return device::grid(shares_of_unit * units, 1);
    const std::uint64_t columns = std::clamp<std::uint64_t>(std::uint64_t{1} << bits, 256, 2048);
    const std::uint64_t rows = probing.options().brief ? 1 : items_of_unit * units / columns;
    device::Launch shape;
    shape.local = {group_columns, group_rows, 1};
    shape.global = {columns, std::max<std::uint64_t>(1, rows / group_rows) * group_rows, 1};
    return shape;
  }

  void fill() {
    const device::ImageFormat format = format_of(chosen_, bits_);
    if (chosen_.pixel.component == device::Component::u8) {
      const auto parts = parts_of<std::uint8_t>(format);
      probing_->queue().write(*image_, std::as_bytes(std::span(parts)));
      probing_->queue().wait();
    } else {
      const auto parts = parts_of<float>(format);
      probing_->queue().write(*image_, std::as_bytes(std::span(parts)));
      probing_->queue().wait();
    }
  }

  std::vector<float> found(std::uint64_t count) {
    std::vector<float> sums(count);
    probing_->queue().read(std::as_writable_bytes(std::span(sums)), *out_, {});
    probing_->queue().wait();
    return sums;
  }

  // 0 outside.
  [[nodiscard]] double one_pixel(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    if (std::max({x, y, z}) >= side()) return 0;
    double sum = 0;
    for (unsigned part = 0; part < chosen_.pixel.parts; ++part) sum += value_at(x, y, z, part);
    return chosen_.pixel.component == device::Component::u8 ? sum / 255 : sum;
  }

  // What a read brings.
  [[nodiscard]] double pixel(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    if (!chosen_.linear) return one_pixel(x, y, z);
    const std::uint64_t layers = chosen_.axes == 3 ? 2 : 1;
    double sum = 0;
    for (std::uint64_t dz = 0; dz < layers; ++dz)
      for (std::uint64_t dy = 0; dy < 2; ++dy)
        for (std::uint64_t dx = 0; dx < 2; ++dx) sum += one_pixel(x + dx, y + dy, z + dz);
    return sum / static_cast<double>(4 * layers);
  }

  [[nodiscard]] double expected_sum(std::uint64_t gx, std::uint64_t gy, std::uint32_t turns) const {
    const std::uint64_t mask = side() - 1;
    const std::uint64_t first = chosen_.axes == 3 ? 5 * ((gx >> bits_) + (gy >> bits_)) : gy;
    double sum = 0;
    for (std::uint64_t n = 0; n < std::uint64_t{turns} * flight; ++n) {
      const std::uint64_t x = (gx + ((n / flight * flight) >> bits_)) & mask;
      const std::uint64_t next = (first + step() * n) & mask;
      sum += chosen_.axes == 3 ? pixel(x, gy & mask, next) : pixel(x, next, 0);
    }
    return sum;
  }

  void compare(double found, double expected) const {
    if (std::abs(found - expected) <= 1e-3 * std::abs(expected) + 1e-3) return;
    throw Error(ErrorKind::check_failed,
                fmt::format("{} gave {}, not {}", chosen_.name(), found, expected));
  }

  Probing* probing_;
  Case chosen_;
  std::uint32_t bits_;
  ProbeImage image_;
  std::unique_ptr<device::Kernel> reads_;
  std::unique_ptr<device::Kernel> chain_;
  device::Launch shape_;
  ProbeBuffer out_;
};

void add_reads(Probing& probing, const Case& chosen, std::uint32_t bits, const char* level) {
  Reads reads(probing, chosen, bits);
  reads.check();
  const bool brief = probing.options().brief;
  const std::string place = fmt::format("{} pixels a side", std::uint64_t{1} << bits);
  const std::string rate = fmt::format("{}.{}.rate", chosen.name(), level);
  probing.options().progress(rate);
  const std::uint32_t turns = brief ? 1 : probing.on_cpu() ? 512 : 128;
  const auto work = static_cast<double>(reads.items() * turns * flight);
  probing.add(
      rate, rate_of(work, probing.device_time([&] { reads.launch_reads(turns); }), "op/s"),
      fmt::format("reads of the whole device, eight of a work-item on their way; {}", place));
  if (!chosen.chains) return;
  const std::uint32_t steps = brief ? 32 : 2048;
  const auto chain = [&](std::uint32_t count) {
    return probing.device_once([&] { reads.launch_chain(count); });
  };
  const Quantity longer =
      probing.difference([&] { return chain(2 * steps); }, [&] { return chain(steps); });
  probing.add(fmt::format("{}.{}.latency", chosen.name(), level),
              transformed(longer, "s", [&](double seconds) { return seconds / steps; }),
              fmt::format("a read whose place waits for the one before; {}", place));
}

// Of the image that every unit's own cache holds: 64 pixels a side, 16 of three axes, or fewer.
std::uint32_t bits_of_own(const Case& chosen, bool brief) {
  constexpr std::uint64_t most = 16ULL << 10U;
  std::uint32_t bits = chosen.axes == 3 || brief ? 4 : 6;
  while (device::size_of(format_of(chosen, bits)).count > most) --bits;
  return bits;
}

// Of the larger image: the most that the shared cache holds beside what else is there, and that
// fits; 0: none does.
std::uint32_t bits_that_fit(Probing& probing, const Case& chosen, std::uint32_t more_than) {
  const std::uint64_t cache = probing.info().cache.count;
  const std::uint64_t wanted = probing.on_cpu() ? most_on_cpu : most_on_gpu;
  const std::uint64_t most =
      std::min({cache == 0 ? wanted : std::min(wanted, cache / 2), probing.most_memory().count / 2,
                probing.info().largest_allocation.count});
  for (std::uint32_t bits = 12; bits > more_than; --bits) {
    if (device::size_of(format_of(chosen, bits)).count <= most) return bits;
  }
  return 0;
}

}  // namespace

void probe_images(Probing& probing) {
  if (!probing.info().images) throw Error(ErrorKind::unavailable, "the device has no images");
  const bool brief = probing.options().brief;
  for (const Case& chosen : cases_of(probing)) {
    const std::uint32_t of_unit = bits_of_own(chosen, brief);
    probing.options().progress(chosen.name());
    add_reads(probing, chosen, of_unit, "own");
    const std::uint32_t shared = brief ? of_unit + 1 : bits_that_fit(probing, chosen, of_unit);
    if (shared == 0) {
      probing.skip("images in the shared cache", "too little memory");
      continue;
    }
    add_reads(probing, chosen, shared, "shared");
  }
}

}  // namespace plumb
