// plumb/workloads/livermore/programs/scan.h - the technique of recurrences: scans in one pass on
// GPUs, in three launches on CPUs, once or in sweeps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {

struct Scan {
  unsigned form = 0;          // FORM of kernels/recurrences.cl
  std::uint64_t ordinal = 0;  // among the sweeps of this program
  std::vector<Argument> arguments;
  std::string start;  // buffer that holds x before the first step
  std::uint64_t start_at = 0;
  std::string last = "carry";  // receives x after the last step
  std::uint64_t count = 0;
  double words = 0;
  double flops = 0;
  bool emits = true;  // false: only x after the last step is wanted
};

// What a GPU's group takes. scan_tiles.cl: one tile of doubles that fits the 32 KiB of local memory
// that every OpenCL device has.
struct ScanShape {
  std::uint64_t group = 128;
  std::uint64_t items = 16;  // steps that an item takes in a row
  std::uint64_t arrays = 0;  // that scan_stream.cu reads; 0: scan_tiles.cl
  const char* nap = "100";   // ns

  [[nodiscard]] std::uint64_t tile() const { return group * items; }
};

// Scans of one shape and up to `count` steps, one after the other.
class Scans {
 public:
  // `streamed`: arrays that the recurrence reads, where it can be streamed; 0: it cannot.
  Scans(Parts& parts, std::uint64_t count, std::uint64_t streamed = 0);

  void add(const Scan& scan);

  // For scans in sweeps: forgets what the last execution changed.
  void reset(std::uint64_t pending);

  // Compares what is `behind` each row of `chunk` of all `count` steps with the state before the
  // next.
  void compare_borders(std::uint64_t count, std::uint64_t first, bool down, std::uint64_t chunk);

 private:
  [[nodiscard]] std::uint64_t pieces(std::uint64_t count) const;
  [[nodiscard]] const char* source() const;
  [[nodiscard]] std::uint64_t groups(std::uint64_t count) const;
  [[nodiscard]] Bytes local_bytes() const;
  [[nodiscard]] std::vector<Definition> definitions(unsigned form) const;
  [[nodiscard]] double barriers_of(const Scan& scan) const;
  [[nodiscard]] double in_turn_of(const Scan& scan) const;
  void add_launch(const Scan& scan, const char* entry, double words);

  Parts* parts_;
  ScanShape shape_;
};

// Words of the buffer "control": the ticket; from word 64 on what is pending after each sweep.
inline constexpr std::uint64_t scan_controls = 128;
inline constexpr std::uint64_t first_pending = 64;

}  // namespace plumb::livermore
