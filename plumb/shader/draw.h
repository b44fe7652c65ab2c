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
  std::uint64_t bits() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

// Four corners and what the host sets. A vertex program finds its v# by their declared usage.
struct Quad {
  std::uint64_t seed = 0;  // of the attributes
  Constants vertex_constants;
  Constants fragment_constants;
};
Quad random_quad(Random& random);

// What the corner has for this declaration, dcl_texcoord1 v2, in [-1, 1); the w of a position is
// about 1.
Vector attribute_of(const Quad& quad, std::size_t corner, const Declaration& declaration);

// A pixel: three of the corners and their weights, perspective-correct; at its centre, and where
// _centroid would look.
struct Pixel {
  std::array<std::size_t, 3> triangle{};
  std::array<double, 3> weights{};
  std::array<double, 3> centroid_weights{};
};
// `corners` give w, of the position.
Pixel random_pixel(Random& random, const std::array<VertexOutput, 4>& corners);

// One pair on one quad, in float or in Bounded: its corners, ready for pixels. In Bounded, numbers
// that the programs define and `known` has not may be rounded ones: a move folds numbers.
template <class Number>
class Drawn {
 public:
  Drawn(const CheckedPair& checked, const Quad& quad, const Pair* known = nullptr);

  std::array<VertexOutputOf<Number>, 4> corners;

  [[nodiscard]] FragmentInputOf<Number> input(const Pixel& pixel) const;
  [[nodiscard]] FragmentOutputOf<Number> pixel(const Pixel& pixel, const Textures& textures) const;
  [[nodiscard]] const ConstantsOf<Number>& fragment_constants() const { return constants_; }

 private:
  const Shader* declared_;  // the fragment program as it is
  Shader fragment_ = {};    // in Bounded, without definitions: they are constants with errors
  ConstantsOf<Number> constants_;
};

}  // namespace plumb::shader
