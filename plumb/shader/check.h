// plumb/shader/check.h - whether two pairs of programs draw the same picture.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plumb/shader/host_table.h"
#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// The vertex program's constant c[vertex] must hold what the host gives to the fragment program's
// c[fragment] (paper 004, M1).
struct ConstantCopy {
  int vertex = 0;
  int fragment = 0;
  bool to_fragment = false;  // the other way round: c[fragment] must hold what c[vertex] does
};

struct CheckedPair {
  Pair pair;
  std::vector<ConstantCopy> copies;
  std::vector<HostConstant> host = {};  // what the host computes besides
};

struct CheckOptions {
  std::uint64_t seed = 1;
  int quads = 8;            // each with its own vertices, constants and textures
  int pixels = 16;          // of each quad
  double tolerance = 1e-5;  // of a colour, relative to the larger of 1 and the colour
  double texels = 0.01;     // of a texture coordinate
  int texture_size = 4;
  bool symbolic = true;
  bool sampled = true;
};

enum class Proof : std::uint8_t {
  equal,      // every output has the same normal form: equal in exact arithmetic
  different,  // some have not; they may still be equal
  not_tried,
};

// Texture coordinates and arithmetic are judged apart: coordinates must agree within a distance in
// texels; then the second pair gets the texels of the first, and colours must agree. A pixel that
// differs by more is judged again by bounds: both pairs are run with the error that rounding can
// have brought beside every number, and only what the bounds cannot explain is a difference.
struct CheckReport {
  Proof proof = Proof::not_tried;
  std::vector<std::string> unequal;  // outputs without the same normal form: "oC0.x"
  int pixels = 0;
  int different_pixels = 0;       // colours beyond the tolerance, kills, NaN in one alone
  double largest_difference = 0;  // of a colour, relative, where both read the same texels
  double picture_difference = 0;  // the same, each one reading at its own coordinates
  double largest_distance = 0;    // of a texture coordinate, in texels
  bool coordinates_compared = true;
  int rounded_pixels = 0;         // beyond the tolerance, but within the bounds of rounding
  double rounded_difference = 0;  // the largest of their pictures
  int flipped_pixels = 0;         // nearest sampling reads another texel
  std::string first_difference;   // where and what
  std::vector<std::string> hazards;
  [[nodiscard]] bool equivalent() const { return different_pixels == 0; }
};

// The two vertex programs must read the same attributes and the fragment programs the same
// samplers; else an input error that names the difference.
CheckReport check_pairs(const CheckedPair& a, const CheckedPair& b, const CheckOptions& options);

// Refuses a pair whose halves do not fit: the fragment program reads a coordinate or colour that
// the vertex program does not write.
void require_matching(const Pair& pair);

// Only the symbolic half: the outputs whose normal forms differ.
std::vector<std::string> unequal_outputs(const CheckedPair& a, const CheckedPair& b);

}  // namespace plumb::shader
