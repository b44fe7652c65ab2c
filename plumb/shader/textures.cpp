// plumb/shader/textures.cpp - made-up textures: values by a hash, nearest or linear.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/shader/interpret.h"
#include "plumb/shader/narrow.h"

namespace plumb::shader {
namespace {

std::uint64_t mixed_key(std::uint64_t x) {
  x ^= x >> 31;
  x *= 0x7fb5d329728ea185ULL;
  x ^= x >> 27;
  x *= 0x81dadef4bc2dd44dULL;
  return x ^ (x >> 33);
}

struct Lattice {
  std::uint64_t key;
  int size;

  [[nodiscard]] int wrapped(float index) const {
    const float remainder =
        index - std::floor(index / static_cast<float>(size)) * static_cast<float>(size);
    return std::min(static_cast<int>(remainder), size - 1);
  }
  [[nodiscard]] Vector texel(float x, float y, float z) const {
    const int number = (wrapped(z) * size + wrapped(y)) * size + wrapped(x);
    const auto at = static_cast<std::uint64_t>(number);
    const std::uint64_t bits = mixed_key(key + at * 0x9e3779b97f4a7c15ULL);
    Vector out{};
    for (std::size_t c = 0; c < 4; ++c) {
      out[c] = static_cast<float>(bits >> (16 * c) & 0xffff) / 65536.0F;
    }
    return out;
  }
};

Vector mix(const Vector& a, const Vector& b, float t) {
  Vector out{};
  for (std::size_t c = 0; c < 4; ++c) out[c] = a[c] + (b[c] - a[c]) * t;
  return out;
}

Vector lookup(const Lattice& lattice, const Vector& at, bool deep, bool linear) {
  const auto scale = static_cast<float>(lattice.size);
  if (!linear) {
    return lattice.texel(std::floor(at[0] * scale), std::floor(at[1] * scale),
                         deep ? std::floor(at[2] * scale) : 0);
  }
  const float x = at[0] * scale - 0.5F;
  const float y = at[1] * scale - 0.5F;
  const float z = deep ? at[2] * scale - 0.5F : 0;
  const float x0 = std::floor(x);
  const float y0 = std::floor(y);
  const float z0 = std::floor(z);
  const auto layer = [&](float depth) {
    const Vector low = mix(lattice.texel(x0, y0, depth), lattice.texel(x0 + 1, y0, depth), x - x0);
    const Vector high =
        mix(lattice.texel(x0, y0 + 1, depth), lattice.texel(x0 + 1, y0 + 1, depth), x - x0);
    return mix(low, high, y - y0);
  };
  return deep ? mix(layer(z0), layer(z0 + 1), z - z0) : layer(0);
}

}  // namespace

template <class Number>
double distance(const TextureReadOf<Number>& a, const TextureReadOf<Number>& b) {
  if (a.sampler != b.sampler || a.deep != b.deep || a.cube != b.cube || a.biased != b.biased) {
    return INFINITY;
  }
  double most = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    if (c == 2 && !a.deep) continue;
    const auto first = static_cast<double>(value_of(a.at[c]));
    const auto second = static_cast<double>(value_of(b.at[c]));
    if (first == second || (std::isnan(first) && std::isnan(second))) continue;
    const double apart = std::fabs(first - second);
    most = std::isnan(apart) ? INFINITY : std::max(most, apart);
  }
  return most;
}

template <class Number>
const TextureReadOf<Number>* nearest_read(const std::vector<TextureReadOf<Number>>& reads,
                                          const TextureReadOf<Number>& to) {
  const TextureReadOf<Number>* nearest = nullptr;
  for (const TextureReadOf<Number>& one : reads) {
    if (one.sampler != to.sampler) continue;
    if (nearest == nullptr || distance(one, to) < distance(*nearest, to)) nearest = &one;
  }
  return nearest;
}

template double distance(const TextureReadOf<Fp24>&, const TextureReadOf<Fp24>&);
template double distance(const TextureReadOf<F16>&, const TextureReadOf<F16>&);
template const TextureReadOf<Fp24>* nearest_read(const std::vector<TextureReadOf<Fp24>>&,
                                                 const TextureReadOf<Fp24>&);
template const TextureReadOf<F16>* nearest_read(const std::vector<TextureReadOf<F16>>&,
                                                const TextureReadOf<F16>&);
template double distance(const TextureReadOf<float>&, const TextureReadOf<float>&);
template double distance(const TextureReadOf<Bounded>&, const TextureReadOf<Bounded>&);
template const TextureReadOf<float>* nearest_read(const std::vector<TextureReadOf<float>>&,
                                                  const TextureReadOf<float>&);
template const TextureReadOf<Bounded>* nearest_read(const std::vector<TextureReadOf<Bounded>>&,
                                                    const TextureReadOf<Bounded>&);

namespace {

struct CubePlace {
  std::size_t major = 0;  // the axis of the face
  double length = 0;      // of the coordinate along it
};

CubePlace face_of(const Vector& at) {
  CubePlace out;
  for (std::size_t i = 1; i < 3; ++i) {
    if (std::fabs(at[i]) > std::fabs(at[out.major])) out.major = i;
  }
  out.length = std::fabs(static_cast<double>(at[out.major]));
  return out;
}

Vector level_of(std::uint64_t key, int size, const std::string& kind, const Vector& at,
                bool linear) {
  if (kind != "cube") return lookup({key, size}, at, kind == "volume", linear);
  // The face of the largest component; the other two over it.
  const std::size_t major = face_of(at).major;
  const float length = std::fabs(at[major]);
  key += major * 2 + (at[major] < 0 ? 1 : 0);
  const Vector on_face{(at[(major + 1) % 3] / length + 1) / 2,
                       (at[(major + 2) % 3] / length + 1) / 2, 0, 0};
  return lookup({key, size}, on_face, false, linear);
}

// How far the place on the lattice can be off, in texels; infinite where the face of a cube is not
// certain.
double texels_off(const std::string& kind, const VectorOf<Bounded>& at, const Vector& place,
                  int size) {
  if (kind != "cube") {
    return (at[0].error + at[1].error + (kind == "volume" ? at[2].error : 0)) * size;
  }
  const CubePlace face = face_of(place);
  const double least = face.length - at[face.major].error;
  double off = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (i == face.major) continue;
    if (!(magnitude(at[i]) + at[i].error < least)) return INFINITY;
    off += (at[i].error + at[face.major].error) / least / 2;
  }
  return off * size;
}

}  // namespace

// Levels of detail are lattices of their own, and a bias between two mixes them.
Vector Textures::sample(int sampler, const std::string& kind, const Vector& at) const {
  // Coordinates that are not finite, or too large to have texels, read one value for all.
  for (std::size_t i = 0; i < 4; ++i) {
    if (!(std::fabs(at[i]) < 1e6F) && (i != 2 || kind != "2d")) return {NAN, NAN, NAN, NAN};
  }
  if (kind == "cube" && face_of(at).length == 0) return {NAN, NAN, NAN, NAN};
  const std::uint64_t key = mixed_key(seed * 64 + static_cast<std::uint64_t>(sampler));
  const float level = std::floor(at[3]);
  const auto key_of = [&](float one) {
    return one == 0 ? key
                    : mixed_key(key + static_cast<std::uint64_t>(static_cast<std::int64_t>(one)));
  };
  const Vector first = level_of(key_of(level), size, kind, at, linear);
  if (level == at[3]) return first;
  return mix(first, level_of(key_of(level + 1), size, kind, at, linear), at[3] - level);
}

// Between neighbouring texels a linear texture changes by less than 1, so a coordinate that is off
// by some texels brings at most as much. The place is given in float: that brings errors too.
VectorOf<Bounded> Textures::sample(int sampler, const std::string& kind,
                                   const VectorOf<Bounded>& at) const {
  constexpr double float_roundoff = 0x1p-24;
  constexpr double mixing = 32 * float_roundoff;  // of at most 15 mixtures of numbers below 1
  Vector place{};
  VectorOf<Bounded> rounded_at = at;
  double extent = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    place[c] = static_cast<float>(at[c].value);
    if (c == 2 && kind == "2d") continue;
    rounded_at[c].error += std::fabs(static_cast<double>(place[c]) - at[c].value);
    extent = std::max(extent, magnitude(at[c]));
  }
  const double off = texels_off(kind, rounded_at, place, size) + rounded_at[3].error;
  const double rounding = 4 * float_roundoff * ((kind == "cube" ? 1 : extent) * size + 1);
  const double error = std::min(1.0, off + rounding + mixing);
  const Vector value = sample(sampler, kind, place);
  VectorOf<Bounded> out{};
  for (std::size_t c = 0; c < 4; ++c) {
    out[c] = {static_cast<double>(value[c]), std::isnan(error) ? 1.0 : error};
  }
  return out;
}

}  // namespace plumb::shader
