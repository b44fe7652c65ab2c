// plumb/shader/precision.cpp - pictures of fragment stages with less precision.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/precision.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/draw.h"
#include "plumb/shader/narrow.h"

namespace plumb::shader {
namespace {

constexpr std::array<const char*, 3> precision_names{"f32", "fp24", "f16"};

template <class Number, std::size_t n>
std::array<VectorOf<Number>, n> in_numbers(const std::array<Vector, n>& vectors) {
  std::array<VectorOf<Number>, n> out{};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < 4; ++c) out.at(i)[c] = Number(vectors.at(i)[c]);
  }
  return out;
}

struct Picture {
  std::array<Vector, 4> targets{};
  bool killed = false;
};

template <class Number>
Picture picture_in(const Shader& fragment, const Drawn<float>& drawn, const Pixel& pixel,
                   const Textures& textures) {
  const FragmentInput given = drawn.input(pixel);
  ConstantsOf<Number> constants;
  for (const Vector& one : drawn.fragment_constants()) {
    constants.push_back(in_numbers<Number, 1>({one})[0]);
  }
  const FragmentOutputOf<Number> found = run_fragment_in<Number>(
      fragment, {in_numbers<Number>(given.colors), in_numbers<Number>(given.coordinates)},
      constants, textures);
  Picture out{.killed = found.killed};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t c = 0; c < 4; ++c) out.targets.at(i)[c] = value_of(found.targets.at(i)[c]);
  }
  return out;
}

Picture picture(FragmentPrecision precision, const Shader& fragment, const Drawn<float>& drawn,
                const Pixel& pixel, const Textures& textures) {
  switch (precision) {
    case FragmentPrecision::fp24:
      return picture_in<Fp24>(fragment, drawn, pixel, textures);
    case FragmentPrecision::f16:
      return picture_in<F16>(fragment, drawn, pixel, textures);
    case FragmentPrecision::f32:
      break;
  }
  return picture_in<float>(fragment, drawn, pixel, textures);
}

double difference(const Picture& a, const Picture& b) {
  double most = a.killed == b.killed ? 0 : 1;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      const auto first = static_cast<double>(a.targets.at(i)[c]);
      const auto second = static_cast<double>(b.targets.at(i)[c]);
      const double scale = std::max({1.0, std::fabs(first), std::fabs(second)});
      const double apart = std::fabs(first - second) / scale;
      if (std::isfinite(apart)) most = std::max(most, apart);
    }
  }
  return most;
}

int in_8_bits(float color) {
  return std::isnan(color) ? 0 : static_cast<int>(std::lround(std::clamp(color, 0.0F, 1.0F) * 255));
}

bool looks_different(const Picture& a, const Picture& b) {
  if (a.killed || b.killed) return a.killed != b.killed;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      if (in_8_bits(a.targets.at(i)[c]) != in_8_bits(b.targets.at(i)[c])) return true;
    }
  }
  return false;
}

}  // namespace

std::string name_of(FragmentPrecision precision) {
  return precision_names.at(static_cast<std::size_t>(precision));
}

FragmentPrecision precision_from_name(std::string_view name) {
  const auto found = std::ranges::find(precision_names, name);
  if (found == precision_names.end()) {
    throw Error(ErrorKind::input, fmt::format("unknown precision '{}'; known are {}", name,
                                              fmt::join(precision_names, ", ")));
  }
  return static_cast<FragmentPrecision>(found - precision_names.begin());
}

PrecisionReport compare_in_precision(const CheckedPair& a, const CheckedPair& b,
                                     const CheckOptions& options, FragmentPrecision precision) {
  require_matching(a.pair);
  require_matching(b.pair);
  PrecisionReport report;
  Random random(options.seed);
  for (int q = 0; q < options.quads; ++q) {
    const Quad quad = random_quad(random);
    const Drawn<float> first(a, quad);
    const Drawn<float> second(b, quad);
    const Textures textures{.seed = options.seed + static_cast<std::uint64_t>(q),
                            .size = options.texture_size,
                            .linear = true};
    for (int p = 0; p < options.pixels; ++p) {
      const Pixel pixel = random_pixel(random, first.corners);
      const auto draw = [&](const CheckedPair& pair, const Drawn<float>& drawn,
                            FragmentPrecision in) {
        return picture(in, pair.pair.fragment, drawn, pixel, textures);
      };
      const Picture of_a = draw(a, first, precision);
      const Picture of_b = draw(b, second, precision);
      ++report.pixels;
      if (looks_different(of_a, of_b)) ++report.changed_pixels;
      report.largest_difference = std::max(report.largest_difference, difference(of_a, of_b));
      report.first_error =
          std::max(report.first_error, difference(of_a, draw(a, first, FragmentPrecision::f32)));
      report.second_error =
          std::max(report.second_error, difference(of_b, draw(b, second, FragmentPrecision::f32)));
    }
  }
  return report;
}

}  // namespace plumb::shader
