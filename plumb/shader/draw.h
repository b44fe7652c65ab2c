// plumb/shader/draw.h - random quads, and a pair of programs drawn on one of them pixel by pixel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "plumb/shader/check.h"
#include "plumb/shader/interpret.h"

namespace plumb::shader {

// Random numbers that are the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  float between(float low, float high) {
    return low + (high - low) * (static_cast<float>(engine_() >> 40) * 0x1p-24F);
  }
  Vector vector(float low, float high) {
    return {between(low, high), between(low, high), between(low, high), between(low, high)};
  }

 private:
  std::mt19937_64 engine_;
};

// Four corners and what the host sets.
struct Quad {
  std::array<std::array<Vector, 16>, 4> attributes;
  Constants vertex_constants;
  Constants fragment_constants;
};
Quad random_quad(Random& random);

// A pixel: three of the corners and their weights, perspective-correct.
struct Pixel {
  std::array<std::size_t, 3> triangle{};
  std::array<float, 3> weights{};
};
// `corners` give w, of the position.
Pixel random_pixel(Random& random, const std::array<VertexOutput, 4>& corners);

// One pair on one quad, in float or in Bounded: its corners, ready for pixels.
template <class Number>
class Drawn {
 public:
  Drawn(const CheckedPair& checked, const Quad& quad);

  std::array<VertexOutputOf<Number>, 4> corners;

  [[nodiscard]] FragmentOutputOf<Number> pixel(const Pixel& pixel, const Textures& textures) const;

 private:
  const Shader& fragment_;
  Constants constants_;
};

}  // namespace plumb::shader
