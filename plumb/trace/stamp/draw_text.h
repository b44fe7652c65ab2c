// plumb/trace/stamp/draw_text.h - which blocks of a launch are stamped, and which of their records
// are kept: decided by chance, once per warp, from nothing that is measured.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace plumb::trace {

// Where a launch has few blocks, more of them are drawn: at least `least_blocks` in the mean, or
// all. Then every record of theirs is kept.
struct Sampling {
  std::uint32_t blocks = 1;        // one block in so many, drawn by chance
  std::uint32_t warps = 1;         // every n-th warp of a block
  std::uint32_t records = 1;       // every n-th record of a warp, from one drawn by chance on
  std::uint32_t least_blocks = 0;  // 0: one block in `blocks`, however few there are
  // Chosen and not drawn: this block of each launch alone, by its linear number, and this warp of a
  // block.
  std::optional<std::uint32_t> block = {};
  std::optional<std::uint32_t> warp = {};
  bool window = false;  // only records of a window of time (window_text.h)
};

// What `plumb trace run` does unless it is asked for more or less: stamps of all loads cost 10 to
// 34 % on an H200, and a kernel with some hundred blocks is seen in all its parts.
inline constexpr Sampling bounded_cost{.blocks = 16, .records = 4, .least_blocks = 32};
// The same with one stamp per build, which is to show the kernel as it is. Where all blocks of a
// launch are resident at once the slowest stamped one decides: a texture fetch per step of a long
// loop cost 10 % with bounded_cost and 1 % so, on an H200.
inline constexpr Sampling bounded_cost_of_one{.blocks = 32, .records = 16, .least_blocks = 32};

bool samples(const Sampling& sampling);
// Not every warp has stamps; and warps of one block differ in that.
bool leaves_out_warps(const Sampling& sampling);
bool parts_blocks(const Sampling& sampling);

// %plumb_on := whether this block is one of those. Needs its number in %plumb_c, the number of
// blocks in %plumb_d and that of the launch in %plumb_e; changes them, %plumb_h, %plumb_every,
// which becomes the n of every n-th record, and, where small launches have a share of their own,
// %plumb_draw: one block in so many is drawn.
std::string block_drawn(const Sampling& sampling);

// %plumb_skip := how many records from now on the first to be kept is, 1 to %plumb_every. Needs in
// %plumb_c a number that each lane of the launch has for itself.
std::string first_record_drawn();

// The lane that would write goes to `done` with all records but every n-th.
std::string record_counted(const Sampling& sampling, const std::string& done);

// %plumb_i := the word of a record that has the stamp's number, with %plumb_draw where that is set.
std::string record_number(const Sampling& sampling, std::uint32_t number);

}  // namespace plumb::trace
