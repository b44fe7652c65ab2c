// plumb/shader/textures.cpp - made-up textures: values by a hash, nearest or linear.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plumb/shader/interpret.h"

namespace plumb::shader {
namespace {

std::uint64_t mixed(std::uint64_t x) {
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
    const std::uint64_t bits = mixed(key + at * 0x9e3779b97f4a7c15ULL);
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

double distance(const TextureRead& a, const TextureRead& b) {
  if (a.sampler != b.sampler) return INFINITY;
  double most = 0;
  for (std::size_t c = 0; c < (a.deep ? 3U : 2U); ++c) {
    if (a.at[c] == b.at[c] || (std::isnan(a.at[c]) && std::isnan(b.at[c]))) continue;
    const double apart = std::fabs(static_cast<double>(a.at[c]) - static_cast<double>(b.at[c]));
    most = std::isnan(apart) ? INFINITY : std::max(most, apart);
  }
  return most;
}

const TextureRead* nearest_read(const std::vector<TextureRead>& reads, const TextureRead& to) {
  const TextureRead* nearest = nullptr;
  for (const TextureRead& one : reads) {
    if (one.sampler != to.sampler) continue;
    if (nearest == nullptr || distance(one, to) < distance(*nearest, to)) nearest = &one;
  }
  return nearest;
}

Vector Textures::sample(int sampler, const std::string& kind, const Vector& at) const {
  // Coordinates that are not finite, or too large to have texels, read one value for all.
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::fabs(at[i]) < 1e6F) && (i < 2 || kind != "2d")) return {NAN, NAN, NAN, NAN};
  }
  std::uint64_t key = mixed(seed * 64 + static_cast<std::uint64_t>(sampler));
  if (kind != "cube") return lookup({key, size}, at, kind == "volume", linear);
  // The face of the largest component; the other two over it.
  std::size_t major = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (std::fabs(at[i]) > std::fabs(at[major])) major = i;
  }
  const float length = std::fabs(at[major]);
  if (length == 0) return {NAN, NAN, NAN, NAN};
  key += major * 2 + (at[major] < 0 ? 1 : 0);
  const Vector on_face{(at[(major + 1) % 3] / length + 1) / 2,
                       (at[(major + 2) % 3] / length + 1) / 2, 0, 0};
  return lookup({key, size}, on_face, false, linear);
}

// Between neighbouring texels a linear texture changes by less than 1, so a coordinate that is off
// by some texels brings at most as much.
VectorOf<Bounded> Textures::sample(int sampler, const std::string& kind,
                                   const VectorOf<Bounded>& at) const {
  constexpr double mixing = 16 * unit_roundoff;  // of at most 7 mixtures of numbers below 1
  Vector place{};
  double off = 0;
  double extent = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    place[c] = at[c].value;
    if (c == 3 || (c == 2 && kind == "2d")) continue;
    off += at[c].error;
    extent = std::max(extent, magnitude(at[c]));
  }
  if (kind == "cube") off = off > 0 ? INFINITY : 0;  // a corner of the cube may be near
  const double rounding = 4 * unit_roundoff * (extent * size + 1);
  const double error = std::min(1.0, off * size + rounding + mixing);
  const Vector value = sample(sampler, kind, place);
  VectorOf<Bounded> out{};
  for (std::size_t c = 0; c < 4; ++c) out[c] = {value[c], std::isnan(error) ? 1.0 : error};
  return out;
}

}  // namespace plumb::shader
