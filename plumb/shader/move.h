// plumb/shader/move.h - moving work from the fragment to the vertex program: options and results.
//
// A fragment program runs once per pixel, a vertex program once per vertex: what is affine in
// interpolated values can be computed by the second and interpolated. Needs no device.
//
//   const CheckedPair before = read_pair("a.vs.asm,a.ps.asm");      // plumb/shader/pair_files.h
//   const MoveResult after = move_work(before.pair, MoveMode::optimal, {});
//   const CheckReport report = check_pairs(before, {after.pair, after.copies, after.host}, {});
//   const bool same_picture = report.equivalent();
//   const Allocation record = allocation_of(MoveMode::optimal, before.pair, after, provenance);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/shader/check.h"
#include "plumb/shader/language/shader.h"
#include "plumb/shader/slots.h"

namespace plumb::shader {

// Why an instruction stays in the fragment program; paper 004, section 3.2.
enum class Condition : std::uint8_t {
  none,       // it moved
  c1,         // only fragment programs have the instruction
  c2,         // it names a register that only fragment programs have
  c3,         // it is not a linear function of interpolated values
  c4,         // it needs the result of one that stays
  shortage,   // registers, slots or interpolants ran out
  no_saving,  // moving it saves no slot
  dead,       // nothing needs its result: removed
};
std::string name_of(Condition condition);  // "C1", "shortage"

// What became of one instruction of the fragment program.
struct MoveOutcome {
  Condition condition = Condition::none;
  std::string reason = {};      // "texld exists in fragment programs only"
  std::vector<int> chain = {};  // for C4: the instructions back to the one that C1, C2 or C3 stops
};

// How the instructions to move are chosen.
enum class MoveMode : std::uint8_t {
  paper,    // as paper 004 does
  optimal,  // the cut with the fewest fragment slots
};
std::string name_of(MoveMode mode);
// An unknown name is an input error that lists the known ones.
MoveMode mode_from_name(std::string_view name);

struct MoveOptions {
  std::optional<int> limit_vertex_slots = {};  // else as many as the profile has
  int limit_interpolants = 8;
  double pixels_per_vertex = 262144;  // a quad of 1024 x 1024 pixels, paper 004, section 4.2
  bool both_directions = false;       // also from the vertex to the fragment program
  int most_moved = -1;                // paper mode: only so many instructions, -1 for all
  int search_nodes = 500;             // optimal mode: then the best so far is taken
  bool host_table = false;            // optimal mode: work on constants alone goes to the host
};

// The most slots that the vertex program may have.
int vertex_slot_limit(const Shader& vertex, const MoveOptions& options);

struct MoveResult {
  Pair pair;
  std::vector<ConstantCopy> copies;   // what the host must upload as well
  std::vector<HostConstant> host;     // what it must compute, with MoveOptions::host_table
  std::vector<MoveOutcome> outcomes;  // one per instruction of the fragment program that was given
  int moved = 0;                      // instructions
  // Why a cut with fewer fragment slots may exist (optimal mode): "search" stopped early, no
  // "layout" or code was found for some, or some have a higher "cost"; empty: none exists.
  std::string unproved = {};
  int searched = 0;  // cuts looked at (optimal mode)
};

// The method of paper 004 with its errata fixed: conditions C1-C4, observations A1-A3, rewriting
// M1-M4; when something runs out, the latest movable instruction is dropped and all is done anew.
MoveResult move_as_paper(const Pair& pair, const MoveOptions& options);

// All affine expressions, packed interpolants, the best cut.
MoveResult move_optimally(const Pair& pair, const MoveOptions& options);

// One of the two.
MoveResult move_work(const Pair& pair, MoveMode mode, const MoveOptions& options);

// The pairs on the way, as in table 5: the given one first, then one per number of fragment slots.
std::vector<MoveResult> paper_steps(const Pair& pair, const MoveOptions& options);
std::vector<MoveResult> optimal_steps(const Pair& pair, const MoveOptions& options);
std::vector<MoveResult> move_in_steps(const Pair& pair, MoveMode mode, const MoveOptions& options);

// Why nothing was gained, paper 004, section 4.3: "N1", "N2", "N3"; empty if there is a gain.
std::string reason_without_gain(const Pair& before, const MoveResult& after);

}  // namespace plumb::shader
