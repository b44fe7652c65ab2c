// plumb/shader/check.cpp - the sampled half of the check: random quads in float32.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/draw.h"
#include "plumb/shader/language/rules.h"

namespace plumb::shader {
namespace {

constexpr float address_range = 2048;   // of texture coordinates that every device keeps
constexpr float precise_texels = 8192;  // above, a float loses sub-texel bits in interpolation

bool has_nan(const Vector& v) {
  return std::ranges::any_of(v, [](float x) { return std::isnan(x); });
}

// Relative to the larger of 1 and the value; infinite where only one is not finite.
double difference(float a, float b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return INFINITY;
  const double scale =
      std::max({1.0, std::fabs(static_cast<double>(a)), std::fabs(static_cast<double>(b))});
  return std::fabs(static_cast<double>(a) - static_cast<double>(b)) / scale;
}

double difference(const FragmentOutput& a, const FragmentOutput& b) {
  if (a.killed != b.killed) return INFINITY;
  if (a.killed) return 0;
  double most = difference(a.depth, b.depth);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      most = std::max(most, difference(a.targets.at(i)[c], b.targets.at(i)[c]));
    }
  }
  return most;
}

// Whether two numbers differ in exact arithmetic for certain, and by more than the tolerance.
bool surely_differ(const Bounded& a, const Bounded& b, double tolerance) {
  const double bound = a.error + b.error;
  const double apart = std::fabs(a.value - b.value);
  if (!std::isfinite(apart) || !std::isfinite(bound)) return false;
  return apart > bound && apart - bound > tolerance * std::max({1.0, magnitude(a), magnitude(b)});
}

bool surely_differ(const VectorOf<Bounded>& a, const VectorOf<Bounded>& b, double tolerance) {
  for (std::size_t c = 0; c < 4; ++c) {
    if (surely_differ(a[c], b[c], tolerance)) return true;
  }
  return false;
}

class Comparison {
 public:
  Comparison(const CheckedPair& a, const CheckedPair& b, const CheckOptions& options,
             CheckReport& report)
      : a_(a), b_(b), options_(options), report_(report), random_(options.seed) {}

  void run() {
    for (quad_ = 0; quad_ < options_.quads; ++quad_) {
      quad_drawn_ = random_quad(random_);
      bounded_a_.reset();
      bounded_b_.reset();
      const Drawn<float> a(a_, quad_drawn_);
      const Drawn<float> b(b_, quad_drawn_);
      compare_corners(a, b);
      for (pixel_ = 0; pixel_ < options_.pixels; ++pixel_) compare_pixel(a, b);
    }
    if (report_.rounded_pixels > 0) {
      hazards_.insert(fmt::format(
          "precision: in {} of {} pixels rounding may explain all that differs, up to {:.3g}",
          report_.rounded_pixels, report_.pixels, report_.rounded_difference));
    }
    report_.hazards.assign(hazards_.begin(), hazards_.end());
  }

 private:
  void differ(const std::string& what) {
    ++report_.different_pixels;
    if (report_.first_difference.empty()) {
      report_.first_difference = fmt::format("quad {}, pixel {}: {}", quad_, pixel_, what);
    }
  }

  void compare_corners(const Drawn<float>& a, const Drawn<float>& b) {
    pixel_ = -1;
    for (std::size_t i = 0; i < 4; ++i) {
      const VertexOutput& first = a.corners.at(i);
      const VertexOutput& second = b.corners.at(i);
      double most = std::max(difference(first.fog, second.fog),
                             difference(first.point_size, second.point_size));
      for (std::size_t c = 0; c < 4; ++c) {
        most = std::max(most, difference(first.position[c], second.position[c]));
      }
      if (most > options_.tolerance) judge_corner(i, most);
      for (const Vector& one : second.coordinates) find_coordinate_hazards(one);
    }
  }

  void judge_corner(std::size_t i, double most) {
    draw_bounded();
    const VertexOutputOf<Bounded>& a = bounded_a_->corners.at(i);
    const VertexOutputOf<Bounded>& b = bounded_b_->corners.at(i);
    if (surely_differ(a.position, b.position, options_.tolerance) ||
        surely_differ(a.fog, b.fog, options_.tolerance) ||
        surely_differ(a.point_size, b.point_size, options_.tolerance)) {
      differ(fmt::format("position, fog or size of corner {} differ by {:.3g}", i, most));
    } else {
      hazards_.insert("precision: rounding may explain how positions, fog or sizes differ");
    }
  }

  void find_coordinate_hazards(const Vector& coordinate) {
    for (const float value : coordinate) {
      if (!std::isfinite(value)) {
        hazards_.insert(
            "infinity: a coordinate is not finite at a corner; interpolation makes NaN of it");
      } else if (std::fabs(value) > address_range) {
        hazards_.insert("clamp: a coordinate leaves the range that every device keeps");
      }
    }
  }

  void compare_pixel(const Drawn<float>& a, const Drawn<float>& b) {
    const Pixel pixel = random_pixel(random_, a.corners);
    Textures textures{.seed = options_.seed + static_cast<std::uint64_t>(quad_),
                      .size = options_.texture_size,
                      .linear = true};
    const FragmentOutput first = a.pixel(pixel, textures);
    const FragmentOutput second = b.pixel(pixel, textures);
    ++report_.pixels;
    const double picture = difference(first, second);
    if (std::isfinite(picture)) {
      report_.picture_difference = std::max(report_.picture_difference, picture);
    }
    Textures same = textures;
    same.like = &first.reads;
    same.texels = options_.texels;
    const FragmentOutput alike = b.pixel(pixel, same);
    const double texels = largest_distance(first, second);
    const double colors = difference(first, alike);
    find_pixel_hazards(first, alike);
    if (!(texels > options_.texels) && !(colors > options_.tolerance)) {
      report_.largest_distance = std::max(report_.largest_distance, texels);
      report_.largest_difference = std::max(report_.largest_difference, colors);
      count_flips(a, b, pixel, textures);
    } else if (!surely_differs(pixel, textures)) {
      ++report_.rounded_pixels;
      if (std::isfinite(picture)) {
        report_.rounded_difference = std::max(report_.rounded_difference, picture);
      }
    } else {
      note_difference(texels, colors, first.killed != alike.killed);
    }
  }

  void note_difference(double texels, double colors, bool killed) {
    report_.largest_distance = std::max(report_.largest_distance, texels);
    report_.largest_difference = std::max(report_.largest_difference, colors);
    differ(texels > options_.texels
               ? fmt::format("texture coordinates differ by {:.3g} texels", texels)
           : killed ? "killed in one picture alone"
                    : fmt::format("colours differ by {:.3g}", colors));
  }

  void count_flips(const Drawn<float>& a, const Drawn<float>& b, const Pixel& pixel,
                   Textures textures) {
    textures.linear = false;
    const double nearest = difference(a.pixel(pixel, textures), b.pixel(pixel, textures));
    if (nearest > options_.tolerance) ++report_.flipped_pixels;
  }

  // Each read of the pair that has fewer has a partner among those of the other: what the other
  // reads besides cannot reach the picture, if they are equal.
  double largest_distance(const FragmentOutput& a, const FragmentOutput& b) {
    const bool fewer = a.reads.size() < b.reads.size();
    double most = 0;
    for (const TextureRead& read : fewer ? a.reads : b.reads) {
      const TextureRead* partner = nearest_read(fewer ? b.reads : a.reads, read);
      if (partner == nullptr) {
        report_.coordinates_compared = false;
        continue;
      }
      most = std::max(most, distance(read, *partner) * options_.texture_size);
      for (std::size_t c = 0; c < (read.deep ? 3U : 2U); ++c) {
        if (std::fabs(read.at[c]) * static_cast<float>(options_.texture_size) > precise_texels) {
          hazards_.insert("precision: coordinates beyond 8192 texels lose sub-texel bits");
        }
      }
    }
    return most;
  }

  void draw_bounded() {
    if (!bounded_a_) bounded_a_.emplace(a_, quad_drawn_, &b_.pair);
    if (!bounded_b_) bounded_b_.emplace(b_, quad_drawn_, &a_.pair);
  }

  // Whether exact arithmetic gives the pairs different colours where both read the same texels.
  bool surely_differs(const Pixel& pixel, const Textures& textures) {
    draw_bounded();
    const FragmentOutputOf<Bounded> a = bounded_a_->pixel(pixel, textures);
    Textures same = textures;
    same.like_bounded = &a.reads;
    same.texels = options_.texels;
    const FragmentOutputOf<Bounded> b = bounded_b_->pixel(pixel, same);
    if (a.may_be_killed || b.may_be_killed) return false;
    if (a.killed || b.killed) return a.killed != b.killed;
    if (surely_differ(a.depth, b.depth, options_.tolerance)) return true;
    for (std::size_t i = 0; i < 4; ++i) {
      if (surely_differ(a.targets.at(i), b.targets.at(i), options_.tolerance)) return true;
    }
    return false;
  }

  void find_pixel_hazards(const FragmentOutput& a, const FragmentOutput& b) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (has_nan(a.targets.at(i)) != has_nan(b.targets.at(i)) && !a.killed && !b.killed) {
        hazards_.insert("infinity: NaN in one picture alone");
      }
    }
  }

  const CheckedPair& a_;
  const CheckedPair& b_;
  const CheckOptions& options_;
  CheckReport& report_;
  Random random_;
  std::set<std::string> hazards_;
  Quad quad_drawn_;
  std::optional<Drawn<Bounded>> bounded_a_;  // only where a pixel differs
  std::optional<Drawn<Bounded>> bounded_b_;
  int quad_ = 0;
  int pixel_ = 0;
};

int written(const Shader& shader, const Register& reg) {
  int mask = 0;
  for (const Instruction& instruction : shader.instructions) {
    if (writes(instruction) && instruction.destination.reg == reg) {
      mask |= instruction.destination.mask;
    }
  }
  return mask;
}

// What a source reads of t# and v#, the vertex program writes.
void require_written(const Pair& pair, const Instruction& instruction, std::size_t which) {
  const Source& source = instruction.sources[which];
  if (source.reg.file != File::coordinate && source.reg.file != File::input) return;
  for (int row = 0; row < rows_read(instruction, which); ++row) {
    const Register reg = row_of(source, row);
    const Register out{reg.file == File::input ? File::color_out : File::coordinate_out, reg.index};
    const int read = components_read(pair.fragment, instruction, which);
    if ((read & ~written(pair.vertex, out)) == 0) continue;
    throw Error(
        ErrorKind::input,
        fmt::format("{}:{}:{}: {} is read, but {} does not write all of {} [rule: interface]",
                    pair.fragment.name, source.place.line, source.place.column, name_of(reg),
                    pair.vertex.name, name_of(out)));
  }
}

bool has_partial_precision(const Shader& shader) {
  return std::ranges::any_of(shader.instructions, &Instruction::partial);
}

bool has_partial_powers(const Shader& shader) {
  return std::ranges::any_of(shader.instructions, [](const Instruction& one) {
    return one.op == Opcode::expp || one.op == Opcode::logp;
  });
}

}  // namespace

std::string name_of(Verdict verdict) {
  constexpr std::array<const char*, 3> names{"equivalent", "different", "undecided"};
  return names.at(static_cast<std::size_t>(verdict));
}

void require_matching(const Pair& pair) {
  if (!is_vertex(pair.vertex.profile) || is_vertex(pair.fragment.profile)) {
    throw Error(
        ErrorKind::input,
        fmt::format("'{}' and '{}' are not a pair: expected a vertex program, then a fragment "
                    "program",
                    pair.vertex.name, pair.fragment.name));
  }
  if (const Instruction* branch = first_branch(pair.vertex)) {
    throw Error(ErrorKind::input,
                fmt::format("{}:{}:{}: '{}': programs with flow control are read and counted, but "
                            "not moved or compared; write the branch out",
                            pair.vertex.name, branch->place.line, branch->place.column,
                            info_of(branch->op).name));
  }
  for (const Instruction& instruction : pair.fragment.instructions) {
    for (std::size_t i = 0; i < instruction.sources.size(); ++i) {
      require_written(pair, instruction, i);
    }
  }
}

CheckReport check_pairs(const CheckedPair& a, const CheckedPair& b, const CheckOptions& options) {
  require_matching(a.pair);
  require_matching(b.pair);
  CheckReport report;
  if (options.symbolic) {
    UnequalOutputs found = compare_forms(a, b);
    report.proof = !found.names.empty() ? Proof::different
                   : found.rounded      ? Proof::equal_rounded
                                        : Proof::equal;
    report.unequal = std::move(found.names);
  }
  if (options.sampled) Comparison(a, b, options, report).run();
  if (report.flipped_pixels > 0) {
    report.hazards.push_back(
        fmt::format("sampling: with nearest sampling {} of {} pixels read another texel",
                    report.flipped_pixels, report.pixels));
  }
  if (has_partial_precision(a.pair.fragment) != has_partial_precision(b.pair.fragment)) {
    report.hazards.emplace_back("precision: _pp in one fragment program alone");
  }
  if (has_partial_powers(a.pair.vertex) != has_partial_powers(b.pair.vertex)) {
    report.hazards.emplace_back("precision: expp or logp in one vertex program alone");
  }
  return report;
}

}  // namespace plumb::shader
