// plumb/probe/paper.cpp - the six numbers of paper 000, by its own procedure (section 5.3).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/paper.h"

#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/statistics.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/probes.h"
#include "plumb/probe/slices.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint32_t side = 1024;  // J = 1024 x 1024
constexpr std::uint32_t margin = 16;  // pixels left and right of a row
constexpr std::uint32_t pitch = side + 2 * margin;
constexpr std::uint32_t most_rows = 2048;

struct PixelKind {
  std::string_view name;
  std::uint64_t bytes;
  int parts;
};
constexpr PixelKind kinds[] = {{"uchar4", 4, 4}, {"float", 4, 1}, {"float4", 16, 4}};

class Textures {
 public:
  Textures(Probing& probing, const PixelKind& kind)
      : probing_(&probing),
        kind_(&kind),
        wide_(!probing.on_cpu()),
        host_(std::uint64_t{pitch} * most_rows * kind.bytes) {
    const auto& name = kind.name;
    kernel_ = probing
                  .module("probe/paper.cl", with_slices(embedded::probe_paper_cl()),
                          {{"PIXEL", std::string(name)},
                           {"PARTS", std::to_string(kind.parts)},
                           {"WIDE", wide_ ? "1" : "0"}})
                  .kernel("probe_neighbours");
    fill();
    in_ = probing.allocate(Bytes{host_.size()});
    out_ = probing.allocate(Bytes{host_.size()});
    probing.queue().write(*in_, {}, host_);
    probing.queue().wait();
    check();
  }

  void sum(std::uint32_t width, std::uint32_t height, std::uint32_t k) {
    const device::Argument arguments[] = {in_.get(),      out_.get(),    scalar(width),
                                          scalar(height), scalar(pitch), scalar(k)};
    const std::uint64_t items = wide_ ? std::uint64_t{width} * height : height;
    const std::uint64_t group = wide_ ? 256 : 1;
    probing_->queue().launch(*kernel_, grid((items + group - 1) / group, group), arguments);
  }
  void write(std::uint64_t bytes) {
    probing_->queue().write(*in_, {}, std::span(host_).first(bytes));
  }
  void read(std::uint64_t bytes) {
    probing_->queue().read(std::span(host_).first(bytes), *out_, {});
  }

 private:
  // Small numbers in floats, any bytes in uchar4: sums stay finite and exact enough to compare.
  void fill() {
    std::mt19937 random(7);
    if (kind_->name == "uchar4") {
      for (std::byte& value : host_) value = static_cast<std::byte>(random() & 0xFFU);
      return;
    }
    for (std::size_t i = 0; i + 4 <= host_.size(); i += 4) {
      const float value = static_cast<float>(random() % 1024) / 1024;
      std::copy_n(reinterpret_cast<const std::byte*>(&value), 4, host_.data() + i);
    }
  }

  // An odd rectangle against the host: floats are multiples of 1/1024, so that both sums are exact.
  void check() {
    constexpr std::uint32_t width = 101;
    constexpr std::uint32_t height = 7;
    constexpr std::uint32_t k = 13;
    sum(width, height, k);
    std::vector<std::byte> found(host_.size());
    probing_->queue().read(found, *out_, {});
    probing_->queue().wait();
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) compare(found, x, y, k);
    }
  }

  void compare(std::span<const std::byte> found, std::uint32_t x, std::uint32_t y,
               std::uint32_t k) {
    const std::uint64_t size = kind_->bytes / static_cast<std::uint64_t>(kind_->parts);
    const std::uint64_t at = (std::uint64_t{y} * pitch + x + margin) * kind_->bytes;
    for (std::uint64_t part = 0; part < kind_->bytes; part += size) {
      double expected = 0;
      for (std::uint64_t i = 0; i < k; ++i)
        expected += part_at(host_, at + part + (i - k / 2) * kind_->bytes);
      if (size == 1) expected = static_cast<double>(static_cast<std::uint64_t>(expected) % 256);
      if (part_at(found, at + part) != expected)
        throw Error(ErrorKind::check_failed,
                    fmt::format("the sum of {} x 1 pixels of {} is wrong", k, kind_->name));
    }
  }

  [[nodiscard]] double part_at(std::span<const std::byte> bytes, std::uint64_t at) const {
    if (kind_->name == "uchar4") return std::to_integer<int>(bytes[at]);
    float value = 0;
    std::copy_n(bytes.data() + at, 4, reinterpret_cast<std::byte*>(&value));
    return value;
  }

  Probing* probing_;
  const PixelKind* kind_;
  bool wide_;
  std::vector<std::byte> host_;
  std::unique_ptr<device::Kernel> kernel_;
  ProbeBuffer in_;
  ProbeBuffer out_;
};

// Bytes per second as the slope of times over amounts, once per sample.
Quantity slope(const std::vector<double>& amounts, const std::vector<Quantity>& times) {
  std::size_t samples = times.front().samples.size();
  for (const Quantity& time : times) samples = std::min(samples, time.samples.size());
  std::vector<double> rates;
  for (std::size_t k = 0; k < samples; ++k) {
    std::vector<double> seconds;
    for (const Quantity& time : times) seconds.push_back(time.samples[k]);
    const double per_byte = least_squares(amounts, seconds).slope;
    if (per_byte > 0) rates.push_back(1 / per_byte);
  }
  if (rates.empty())
    throw Error(ErrorKind::unreliable, "more data took no more time: the machine is too busy");
  return quantity_of(rates, "B/s");
}

Quantity inner_bandwidth(Probing& probing, Textures& textures, const PixelKind& kind) {
  std::vector<double> amounts;
  std::vector<Quantity> times;
  for (std::uint32_t k = 8; k <= 16; ++k) {
    amounts.push_back(static_cast<double>(k) * side * side * static_cast<double>(kind.bytes));
    times.push_back(probing.device_time([&] { textures.sum(side, side, k); }));
  }
  return slope(amounts, times);
}

Quantity transfer_bandwidth(Probing& probing, const PixelKind& kind,
                            const std::function<void(std::uint64_t)>& move) {
  std::vector<double> amounts;
  std::vector<Quantity> times;
  for (const std::uint32_t rows : {256U, 512U, 1024U, 1536U, 2048U}) {
    const std::uint64_t bytes = std::uint64_t{side} * rows * kind.bytes;
    amounts.push_back(static_cast<double>(bytes));
    times.push_back(probing.host_time([&] { move(bytes); }));
  }
  return slope(amounts, times);
}

}  // namespace

void probe_paper(Probing& probing) {
  constexpr std::uint64_t needed = 2ULL * pitch * most_rows * 16;
  if (probing.most_memory().count < needed)
    throw Error(ErrorKind::unavailable,
                fmt::format("its textures take {}, more than may be used", to_text(Bytes{needed})));
  for (const PixelKind& kind : kinds) {
    probing.options().progress(fmt::format("paper 000, {}", kind.name));
    Textures textures(probing, kind);
    const std::string name = fmt::format("paper.{}", kind.name);
    const auto write = [&](std::uint64_t bytes) { textures.write(bytes); };
    const auto read = [&](std::uint64_t bytes) { textures.read(bytes); };
    probing.add(name + ".B1", transfer_bandwidth(probing, kind, write),
                "1024 x 256 to 1024 x 2048 pixels to the device, least squares");
    probing.add(name + ".L1", probing.host_time([&] { write(kind.bytes); }),
                "one pixel to the device");
    probing.add(name + ".B2", inner_bandwidth(probing, textures, kind),
                "K x 1 sums on 1024 x 1024 random pixels, K = 8 .. 16, least squares over K");
    probing.add(name + ".L2", probing.host_time([&] { textures.sum(1, 1, 1); }),
                "one pixel and K = 1, launch and wait");
    probing.add(name + ".B3", transfer_bandwidth(probing, kind, read),
                "1024 x 256 to 1024 x 2048 pixels to the host, least squares");
    probing.add(name + ".L3", probing.host_time([&] { read(kind.bytes); }),
                "one pixel to the host");
  }
}

void set_paper_paths(Profile& profile) {
  profile.paths.clear();
  for (const PixelKind& kind : kinds) {
    const auto measured = [&](const char* letter) -> std::optional<MeasuredPath> {
      const Finding* bandwidth =
          finding_named(profile, fmt::format("paper.{}.B{}", kind.name, letter));
      const Finding* latency =
          finding_named(profile, fmt::format("paper.{}.L{}", kind.name, letter));
      if (bandwidth == nullptr || latency == nullptr) return std::nullopt;
      return MeasuredPath{.bandwidth = bandwidth->value, .latency = latency->value};
    };
    PathSet set{.name = std::string(kind.name),
                .note = "paper 000, section 5.3, through buffers",
                .types = {type_from_name(kind.name)},
                .transfer_in = measured("1"),
                .memory = measured("2"),
                .transfer_out = measured("3")};
    if (set.memory) profile.paths.push_back(std::move(set));
  }
}

}  // namespace plumb
