// plumb/workloads/gaussian/gaussian.cpp - settings to a Program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/gaussian/gaussian.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/gaussian/methods.h"

namespace plumb::gaussian {
namespace {

bool made_for_cpu(const Settings& settings) {
  const std::string& kernels = settings.text("kernels");
  if (kernels == "device") return settings.device().kind == DeviceKind::cpu;
  return kernels == "cpu";
}

std::uint64_t rows_of(const Settings& settings, bool on_cpu) {
  if (settings.text("rows") == "auto") {
    const bool several = settings.text("pixel") != "float";
    return on_cpu ? 4 : (settings.text("variant") == "one_pass" && several ? 16 : 8);
  }
  return settings.count("rows");
}

void refuse_settings(const Settings& settings) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::input, why); };
  const bool on_cpu = made_for_cpu(settings);
  const std::uint64_t rows = rows_of(settings, on_cpu);
  if (settings.count("taps") % 2 == 0)
    refuse(fmt::format("--taps {}: must be odd, so that one tap is in the middle",
                       settings.count("taps")));
  if (rows != 1 && rows != 2 && rows != 4 && rows != 8 && rows != 16)
    refuse(fmt::format("--rows {}: must be 1, 2, 4, 8 or 16", rows));
  if (on_cpu ? rows > 4 : rows < 4)
    refuse(fmt::format(
        "--rows {}: {}", rows,
        on_cpu ? "kernels for CPUs take 1, 2 or 4" : "kernels for GPUs take 4, 8 or 16"));
  if (settings.text("source") != "image") return;
  if (settings.text("variant") != "two_pass")
    refuse("--source image: only the first of two passes reads an image; take --variant two_pass");
  if (settings.text("form") != "resident")
    refuse("--source image: images are not transferred; take --form resident");
}

// Two roundings to bytes are two halves; what the sums lose is far less.
Check check_of(const Target& target, bool two_passes) {
  if (target.is_bytes())
    return {.buffer = "result", .absolute = two_passes ? 1.01 : 0.51, .expected = {}};
  return {.buffer = "result",
          .absolute = 0x1p-24 * static_cast<double>(2 * target.taps + 4),
          .relative = 0,
          .expected = {}};
}

// The paper's counts, 4 K N^2 for one channel and 12 K N^2 for RGB: alpha is filtered and not
// counted. Each pixel is read and written once, whatever lies between two passes.
Credit credit_of(const Target& target, std::size_t steps) {
  const std::uint64_t channels = std::min<std::uint64_t>(target.channels(), 3);
  const std::uint64_t points = target.image.pixels();
  return {.flops = Flops{static_cast<double>(4 * channels * target.taps * points)},
          .bytes = Bytes{2 * points * target.pixel_bytes()},
          .steps = steps};
}

}  // namespace

std::vector<double> weights_of(const Settings& settings) {
  const auto taps = static_cast<double>(settings.count("taps"));
  double sigma = settings.number("sigma");
  if (sigma == 0) sigma = 0.15 * taps + 0.35;
  std::vector<double> weights;
  double sum = 0;
  for (double k = 0; k < taps; ++k) {
    const double distance = k - (taps - 1) / 2;
    weights.push_back(std::exp(-distance * distance / (2 * sigma * sigma)));
    sum += weights.back();
  }
  // Rounded as the device gets them.
  for (double& weight : weights) weight = static_cast<double>(static_cast<float>(weight / sum));
  return weights;
}

void check_settings(const Settings& settings) { (void)program(settings); }

Program program(const Settings& settings) {
  refuse_settings(settings);
  const pixels::SourceImage image = pixels::source_image(settings);
  Target target{.image = image,
                .taps = settings.count("taps"),
                .rows = rows_of(settings, made_for_cpu(settings)),
                .limits = pixels::group_limits(settings.device()),
                .on_cpu = made_for_cpu(settings),
                .sampled = settings.text("source") == "image"};
  if (!target.sampled) target.image.fill = {};
  const bool two_passes = settings.text("variant") == "two_pass";
  pixels::Method method = two_passes ? two_pass(target) : one_pass(target);
  std::vector<double> weights = weights_of(settings);
  method.tables.push_back({"weights",
                           {Scalar::f32, 1},
                           target.taps,
                           {.kind = FillKind::values, .values = std::move(weights)}});
  Program program;
  program.name = "gaussian";
  program.settings = pixels::with_own_size(settings, image).values();
  pixels::add_form(program, image, std::move(method), settings);
  program.verification = {check_of(target, two_passes)};
  program.credit = credit_of(target, program.steps.size());
  return program;
}

void examine(const Settings& settings, const Reader& reader, Point&) {
  pixels::write_result(settings, reader);
}

std::vector<NamedTexts> candidates(const DeviceTraits& device) {
  std::vector<NamedTexts> all;
  const bool on_cpu = device.kind == DeviceKind::cpu;
  for (const char* variant : {"two_pass", "one_pass"})
    for (const char* rows : {on_cpu ? "1" : "4", on_cpu ? "2" : "8", on_cpu ? "4" : "16"})
      all.push_back({{"variant", variant}, {"rows", rows}});
  for (const char* chunks : {"2", "4", "16", "32"})
    all.push_back({{"variant", "one_pass"}, {"chunks", chunks}});
  return all;
}

}  // namespace plumb::gaussian
