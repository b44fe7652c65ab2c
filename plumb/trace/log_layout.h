// plumb/trace/log_layout.h - where the records of the log are that an instrumented kernel writes.
//
//   from byte 0       one 32-bit counter per place: records written or tried
//   then              one 32-bit counter per SM: blocks that began there
//   then, aligned     per SM `clock_pairs` pairs of 16 bytes: the GPU's global timer, the SM's
//   clock then              per place `slots` records of 32 bytes, with addresses of 512
//
// A place is a warp of an SM, as its warp finds itself when it begins. Behind them lies one more,
// for warps whose SM or number is beyond the layout: their records are counted there.
//
// A record whose number is beyond the slots takes, by chance, the place of one before: each record
// that a place ever makes stays with the same probability (a reservoir). With `first_only` it is
// dropped. The first half of an SM's pairs stays, the last block to begin takes one of the others.
//
// A record is eight words: the first reading, the second, the number of the stamp, lanes, block,
// warp and launch. Lanes of a warp that went different ways may draw the same slot at the same
// time, and nothing orders their stores. So the high word of the second reading (word 3) is kept
// with a check of all other words added: what is not one record as a whole is not taken for one.
//
// Behind a record there may be 32 words of 8 bytes, one per lane: its address, above it the low
// bits of the record's number at its place. The check then begins with these bits: addresses of
// another record are not taken for those of this one.
//
// The kernels (stamp/) and the reader of the log (collect/) agree on it here.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "plumb/base/units.h"
#include "plumb/records/lane_addresses.h"

namespace plumb::trace {

// By SM, by warp of the SM, by slot.
struct LogLayout {
  std::uint32_t processors = 160;
  std::uint32_t warps = 64;   // of a processor
  std::uint32_t slots = 256;  // of a warp
  bool first_only = false;    // keep the first records of a place, not a sample of all
  bool addresses = false;     // behind each record, of every lane
};

inline constexpr std::uint64_t record_bytes = 32;
inline constexpr std::uint32_t clock_pairs = 32;  // of an SM; half of them are its first
inline constexpr std::uint64_t clock_pair_bytes = 16;
inline constexpr std::uint32_t warp_bits = 8;  // of a record's last word; the launch lies above
// Of a record's first word behind the readings: the stamp's number, from 1 on. Above it lies how
// many blocks of its launch one with stamps stands for; 0 where it is the same for all launches.
inline constexpr std::uint32_t stamp_bits = 20;
inline constexpr std::uint32_t most_stamps = (1U << stamp_bits) - 2;
inline constexpr std::uint32_t most_drawn_from = (1U << (32 - stamp_bits)) - 1;

inline constexpr unsigned number_bits = 64 - address_bits;  // above the address of a lane
using RecordWords = std::array<std::uint32_t, record_bytes / 4>;
inline constexpr std::uint32_t check_factor = 0x9e3779b1;  // odd: a word that differs shows
// What is added to word 3: of the words 6, 7, 4, 5, 0, 1, 2 a polynomial of the factor; before them
// comes `number`, where there are addresses.
std::uint32_t check_of(const RecordWords& words, std::uint32_t number = 0);
// The high word of the second reading; absent where the words are not of one record: it would lie
// 2^40 cycles, some minutes, or more from the first. Of mixtures one in 2^23 is not recognized.
std::optional<std::uint32_t> second_high(const RecordWords& words, std::uint32_t number = 0);

// Of warps; the one behind them has this number.
std::uint32_t places(const LogLayout& layout);
std::uint64_t pair_counters_offset(const LogLayout& layout);
std::uint64_t pairs_offset(const LogLayout& layout);
std::uint64_t records_offset(const LogLayout& layout);
// A record with its addresses: a power of 2, so that a shift finds a slot, as proofs want it.
std::uint64_t slot_bytes(const LogLayout& layout);
std::uint64_t addresses_offset(const LogLayout& layout);  // of the first slot
Bytes size_of(const LogLayout& layout);

}  // namespace plumb::trace
