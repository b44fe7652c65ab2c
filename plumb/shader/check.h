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
  equal,          // every output has the same normal form: equal in exact arithmetic
  equal_rounded,  // the same, where numbers within 32 units in the last place of a float are one
  different,      // some have not; they may still be equal
  not_tried,
};

enum class Verdict : std::uint8_t {
  equivalent,  // proved, and no pixel speaks against it
  different,   // a pixel differs by more than rounding can explain
  undecided,   // neither: no proof, and no pixel that rounding or chance could not explain
};
std::string name_of(Verdict verdict);

// Texture coordinates and arithmetic are judged apart: coordinates must agree within a distance in
// texels; then the second pair gets the texels of the first, and colours must agree. A pixel that
// differs by more is judged again in exact arithmetic, up to bounds (bounded.h), where the second
// pair gets the texels of the first too: only what differs there is a difference.
struct CheckReport {
  Proof proof = Proof::not_tried;
  std::vector<std::string> unequal;  // outputs without the same normal form: "oC0.x"
  int pixels = 0;
  int different_pixels = 0;       // colours beyond the tolerance, kills, NaN in one alone
  double largest_difference = 0;  // of a colour, relative, where both read the same texels
  double picture_difference = 0;  // the same, each one reading at its own coordinates
  double largest_distance = 0;    // of a texture coordinate, in texels
  bool coordinates_compared = true;
  int rounded_pixels = 0;         // beyond the tolerance, but perhaps by rounding alone
  double rounded_difference = 0;  // the largest of their pictures
  int flipped_pixels = 0;         // nearest sampling reads another texel
  std::string first_difference;   // where and what
  std::vector<std::string> hazards;
  [[nodiscard]] bool proved() const {
    return proof == Proof::equal || proof == Proof::equal_rounded;
  }
  [[nodiscard]] Verdict verdict() const {
    if (different_pixels > 0) return Verdict::different;
    return proved() ? Verdict::equivalent : Verdict::undecided;
  }
  [[nodiscard]] bool equivalent() const { return verdict() == Verdict::equivalent; }
};

// A vertex program finds its attributes by their usage, a fragment program its textures by s#.
CheckReport check_pairs(const CheckedPair& a, const CheckedPair& b, const CheckOptions& options);

// Refuses a pair whose halves do not fit: the fragment program reads a coordinate or colour that
// the vertex program does not write.
void require_matching(const Pair& pair);

struct UnequalOutputs {
  std::vector<std::string> names;  // "oC0.x"
  bool rounded = false;            // numbers that differ by some units in the last place are one
};
// Only the symbolic half: the outputs whose normal forms differ.
UnequalOutputs compare_forms(const CheckedPair& a, const CheckedPair& b);
std::vector<std::string> unequal_outputs(const CheckedPair& a, const CheckedPair& b);

}  // namespace plumb::shader
