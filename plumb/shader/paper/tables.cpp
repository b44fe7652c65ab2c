// plumb/shader/paper/tables.cpp - the rows of the paper's tables, and ours.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/paper/tables.h"

#include <array>

#include "plumb/shader/language/read.h"

namespace plumb::shader {
namespace {

constexpr std::string_view quad = "quad.vs.asm";
constexpr std::string_view colored = "colored_quad.vs.asm";

// clang-format off
constexpr std::array<PaperProgram, 26> programs{{
    {6, "2D convolution", quad, "convolution_2d.ps.asm", 2, 55, 40, 47},
    {6, "1D convolution", quad, "convolution_1d.ps.asm", 2, 63, 23, 44},
    {6, "Sort", quad, "sort.ps.asm", 2, 40, 14, 40},
    {6, "Sum", quad, "sum.ps.asm", 2, 16, 9, 9},
    {7, "Clear", colored, "clear.ps.asm", -1, 2, 2, 2},
    {7, "Copy", quad, "copy.ps.asm", -1, 2, 2, 2},
    {7, "Add", quad, "add.ps.asm", -1, 6, 2, 6},
    {7, "Splat", quad, "splat.ps.asm", -1, 9, 2, 9},
    {7, "Vortex", quad, "vortex.ps.asm", -1, 16, 2, 16},
    {7, "Scroll", quad, "scroll.ps.asm", -1, 11, 8, 4},
    {7, "Scroll2", quad, "scroll2.ps.asm", -1, 11, 8, 4},
    {7, "Advect", quad, "advect.ps.asm", -1, 34, 2, 34},
    {7, "Divergence", quad, "divergence.ps.asm", -1, 17, 10, 9},
    {7, "Jacobi", quad, "jacobi.ps.asm", -1, 21, 10, 13},
    {7, "Subgradient", quad, "subgradient.ps.asm", -1, 19, 10, 11},
    {7, "Display", quad, "display.ps.asm", -1, 41, 10, 33},
    {7, "ActuallyRender", colored, "render.ps.asm", -1, 1, 2, 1},
    {8, "Ambient shading", "ambient.vs.asm", "", 6, -1, 6, -1},
    {8, "Diffuse shader", "diffuse.vs.asm", "", 9, -1, 9, -1},
    {8, "Lambertian diffuse shader", "lambert.vs.asm", "", 12, -1, 12, -1},
    {8, "Phong-Blinn", "phong_blinn.vs.asm", "", 25, -1, 25, -1},
    {8, "Multitexture shader", "multitexture.vs.asm", "multitexture.ps.asm", 8, 3, 8, 3},
    {8, "Silhouette shader", "silhouette.vs.asm", "", 20, -1, 20, -1},
    {8, "Toon shader", "toon.vs.asm", "toon.ps.asm", 28, 9, 28, 9},
    {8, "Dot-3 bump mapping", "dot3_bump.vs.asm", "dot3_bump.ps.asm", 19, 3, 19, 3},
    {8, "Fresnel shader", "fresnel.vs.asm", "", 20, -1, 20, -1},
}};
// clang-format on

}  // namespace

std::span<const PaperProgram> paper_programs() { return programs; }

Pair paper_pair(const PaperProgram& program,
                const std::function<std::string(std::string_view)>& text_of) {
  Pair pair{read_shader(text_of(program.vertex), program.vertex), {}};
  if (!program.fragment.empty()) {
    pair.fragment = read_shader(text_of(program.fragment), program.fragment);
  }
  return pair;
}

PaperRow measure(const PaperProgram& program,
                 const std::function<std::string(std::string_view)>& text_of) {
  const Pair pair = paper_pair(program, text_of);
  PaperRow row;
  row.vertex = count_slots(pair.vertex);
  row.fragment = count_slots(pair.fragment);
  if (program.fragment.empty()) {
    row.paper_vertex = row.best_vertex = row.vertex;
    row.without_gain = "N1";
    return row;
  }
  const MoveResult paper = move_as_paper(pair, {});
  const MoveResult best = move_optimally(pair, {});
  row.paper_vertex = count_slots(paper.pair.vertex);
  row.paper_fragment = count_slots(paper.pair.fragment);
  row.best_vertex = count_slots(best.pair.vertex);
  row.best_fragment = count_slots(best.pair.fragment);
  row.without_gain = reason_without_gain(pair, paper);
  return row;
}

}  // namespace plumb::shader
