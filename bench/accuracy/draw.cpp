// bench/accuracy/draw.cpp - families of points and how their settings are drawn.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/draw.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>
#include <variant>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/workload.h"

namespace plumb::bench {
namespace {

// One of several values, or a number between two, evenly in its logarithm.
struct Range {
  std::uint64_t first = 1;
  std::uint64_t last = 1;
  std::string form = "{}";  // "{0}x{0}" for a square
};
struct Draw {
  std::string name;
  std::variant<std::vector<std::string>, Range> values;
};

struct Family {
  std::string name;  // of the workload
  std::vector<Draw> draws;
  std::string application = {};  // the file of a program that is no workload
};

// In the folder where the bench runs, or where its source was.
std::string application_file(const std::string& name) {
  const std::string there = fmt::format("docs/applications/{}.toml", name);
  return std::filesystem::exists(there) ? there : PLUMB_SOURCE_DIR "/" + there;
}

std::vector<Family> families() {
  const std::vector<std::string> precisions{"f32", "f64"};
  std::vector<std::string> kernels;
  for (int kernel = 1; kernel <= 24; ++kernel) kernels.push_back(std::to_string(kernel));
  return {
      {"stream",
       {{"elements", Range{256, 1U << 30U}},
        {"precision", precisions},
        {"operation", std::vector<std::string>{"copy", "scale", "add", "triad", "dot"}}}},
      {"himeno",
       {{"size", std::vector<std::string>{"XS", "S", "M", "L"}},
        {"precision", precisions},
        {"variant", std::vector<std::string>{"naive", "wide", "row", "plane", "blocked", "base",
                                             "barrier", "swap", "shape", "resident", "threads",
                                             "padding", "two_step", "on_chip"}}}},
      {"livermore",
       {{"kernel", kernels},
        {"precision", precisions},
        {"data", std::vector<std::string>{"random"}},
        {"span", Range{1000, 1U << 24U}}}},
      {"lu",
       {{"size", Range{64, 4096}},
        {"precision", precisions},
        {"variant", std::vector<std::string>{"blocked", "fused", "paper"}},
        {"launches", std::vector<std::string>{"batch", "queued"}}}},
      {"morphology",
       {{"size", Range{256, 8192, "{0}x{0}"}},
        {"references", Range{4, 1024}},
        {"pixel", std::vector<std::string>{"uchar4", "float"}},
        {"form", std::vector<std::string>{"resident", "sequence", "pipelined"}}}},
      {"gaussian",
       {{"size", Range{256, 8192, "{0}x{0}"}},
        {"taps", std::vector<std::string>{"3", "5", "7", "13", "19", "31"}},
        {"pixel", std::vector<std::string>{"uchar4", "float", "float4"}},
        {"form", std::vector<std::string>{"resident", "sequence", "pipelined"}}}},
      {"sparse",
       {{"size", Range{1024, 1U << 22U}},
        {"nonzeros", Range{4, 64}},
        {"matrix", std::vector<std::string>{"banded", "random"}},
        {"precision", precisions}}},
      {"volume",
       {{"size", Range{32, 512, "{0}x{0}x{0}"}},
        {"pixels", Range{64, 1024, "{0}x{0}"}},
        {"variant", std::vector<std::string>{"buffer", "image", "texture"}}}},
      {"poisson",
       {{"n", Range{32, 4096}},
        {"variant", std::vector<std::string>{"jacobi", "red_black", "multigrid"}},
        {"iterations", Range{4, 256}},
        {"precision", precisions}}},
      {"bitonic", {{"n", Range{256, 1U << 26U}}}, application_file("bitonic")},
      {"gather",
       {{"n", Range{256, 1U << 26U}}, {"m", Range{256, 1U << 28U}}},
       application_file("gather")},
  };
}

bool demands_more(const Program& program, Bytes most) {
  if (most.count == 0) return false;
  std::uint64_t bytes = 0;
  for (const Step& step : program.steps) bytes += demand_of(step).bytes.count;
  return bytes > most.count;
}

bool needs_cuda(const Program& program) {
  return std::ranges::any_of(
      program.sources, [](const Source& source) { return source.language != Language::opencl_c; });
}

class Drawer {
 public:
  explicit Drawer(const DrawRequest& request) : request_(&request), random_(request.seed) {}

  std::optional<DrawnPoint> one_of(const Family& family) {
    NamedTexts settings;
    for (const Draw& draw : family.draws) {
      if (draw.name == "variant" && !request_->variants) continue;
      settings.emplace_back(draw.name, value_of(draw));
    }
    return planned(family, settings);
  }

  // The same problem by another variant.
  std::optional<DrawnPoint> beside(const Family& family, const DrawnPoint& point) {
    const auto variants = std::ranges::find(family.draws, "variant", &Draw::name);
    if (variants == family.draws.end() || point.variant.empty()) return std::nullopt;
    const std::string other = value_of(*variants);
    if (other == point.variant) return std::nullopt;
    return planned(family, with_text(point.settings, "variant", other));
  }

 private:
  std::optional<DrawnPoint> planned(const Family& family, const NamedTexts& settings) const {
    const std::string* variant = text_named(settings, "variant");
    try {
      const std::string& application =
          family.application.empty() ? family.name : family.application;
      study::Plan plan = study::plan_points(application, request_->traits, settings);
      const Program program = program_of(plan.points.front());
      if (!request_->loads_ptx && needs_cuda(program)) return std::nullopt;
      if (memory_of(program).count > request_->most_memory.count) return std::nullopt;
      if (demands_more(program, request_->most_demand)) return std::nullopt;
      return DrawnPoint{.family = family.name,
                        .application = application,
                        .variant = variant == nullptr ? "" : *variant,
                        .settings = settings,
                        .planned = std::move(plan.points.front())};
    } catch (const Error& error) {
      if (kind_of(error) == ErrorKind::input || kind_of(error) == ErrorKind::unavailable)
        return std::nullopt;
      throw;
    }
  }

  std::string value_of(const Draw& draw) {
    if (const auto* values = std::get_if<std::vector<std::string>>(&draw.values))
      return (*values)[random_() % values->size()];
    const auto& range = std::get<Range>(draw.values);
    const double share = static_cast<double>(random_() >> 11U) * 0x1p-53;
    const double ratio = static_cast<double>(range.last) / static_cast<double>(range.first);
    const auto number =
        static_cast<std::uint64_t>(static_cast<double>(range.first) * std::pow(ratio, share));
    return fmt::format(fmt::runtime(range.form), number);
  }

  const DrawRequest* request_;
  std::mt19937_64 random_;
};

}  // namespace

std::vector<DrawnPoint> draw_points(const DrawRequest& request) {
  const std::vector<Family> all = families();
  Drawer drawer(request);
  std::vector<DrawnPoint> points;
  constexpr int most_tries = 1000;
  for (std::uint64_t i = 0; i < request.points; ++i) {
    const Family& family = all[i % all.size()];
    const bool is_second = request.pairs && i / all.size() % 2 == 1;
    std::optional<DrawnPoint> point;
    if (is_second && points.size() >= all.size()) {
      const DrawnPoint& first = points[points.size() - all.size()];
      for (int tried = 0; !point && first.family == family.name && tried < most_tries; ++tried)
        point = drawer.beside(family, first);
    }
    for (int tried = 0; !point && tried < most_tries; ++tried) point = drawer.one_of(family);
    if (point) points.push_back(std::move(*point));
  }
  return points;
}

}  // namespace plumb::bench
