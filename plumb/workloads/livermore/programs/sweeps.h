// plumb/workloads/livermore/programs/sweeps.h - the technique of loops that are guessed, scanned
// and verified, sweep after sweep.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/workloads/livermore/programs/scan.h"

namespace plumb::livermore {

// The loop in one item, from livermore_<source>_sequential: where sweep `last` left something
// pending, or `always`. `arguments` are those in front of "control".
struct LoopInOrder {
  const char* source;
  std::vector<Argument> arguments;
  const char* step;
  std::uint64_t last = 0;
  bool always = false;
  Demands demands;
};
void add_in_order(Parts& parts, const LoopInOrder& loop);

// A step of the loop where it is guessed: words that are read and written, what is computed.
struct GuessedStep {
  double read = 0;
  double written = 0;
  double in_turn = 0;  // references one after another: branches decide what is read next
  Operations operations = {};
};

// The launches of variant 'best', in their order. The program has a buffer "state" already.
class Sweeps {
 public:
  Sweeps(Parts& parts, const char* source);

  // Every item guesses the states of its row after some steps that the loop forgets.
  void guess(const std::vector<Argument>& arguments, const GuessedStep& step);
  // Compares the guesses of `count` steps from `first` on, which go `down` or up, at the borders of
  // the rows.
  void compare_borders(std::uint64_t count, std::uint64_t first, bool down);
  // As many as may be needed; one that finds nothing pending does nothing.
  void sweep(Scan scan);
  void finish(const std::vector<Argument>& arguments, double words, double flops);
  // What the sweeps did not settle.
  void take_order(const std::vector<Argument>& arguments);

 private:
  [[nodiscard]] std::string entry(const char* part) const;

  Parts* parts_;
  const char* source_;
  Scans scans_;
  std::uint64_t chunk_;  // steps of a row
};

}  // namespace plumb::livermore
