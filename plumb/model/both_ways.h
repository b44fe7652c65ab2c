// plumb/model/both_ways.h - copies to the device and from it at the same time.
//
// Formula  while both ways are busy each goes on at g/2 of the rate that it has alone, where g is
//          the time of both one after the other over that of both at once: 2 where neither slows
//          the other down, 1 where they take turns
// Source   the probe `transfer`: transfer.both.gain, of the largest copies that it makes
// Limits   the start of a copy is slowed down like its bytes. Only the last copy of the other way
//          is slowed down in return; behind those before it a copy has what they leave, g - 1. What
//          was already scheduled behind a copy that is slowed down stays where it is. A profile
//          without the gain has 2, and a third of the time that both are busy as spread (gains of
//          1.55 to 1.83 were probed): a judgement
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace plumb {

class BothWays {
 public:
  explicit BothWays(double gain);

  // The last copy of a way.
  struct Copy {
    std::string step;
    std::string queue;
    double start = 0;
    double end = 0;
  };

  // Places a copy that takes so many seconds alone; way 0 is in, 1 is out. Returns its end; that of
  // the last copy of the other way may be later than it was.
  double place(std::size_t way, const std::string& step, const std::string& queue, double start,
               double seconds);
  [[nodiscard]] const Copy& last(std::size_t way) const { return ways_.at(way).last; }
  // How long both ways were busy.
  [[nodiscard]] double shared() const { return shared_; }

  void shift(double seconds, double more_shared);

 private:
  struct Span {
    double start = 0;
    double end = 0;
  };
  struct Way {
    std::vector<Span> before;  // the last one, in turn
    Copy last;
  };

  double gain_;
  std::array<Way, 2> ways_;
  double shared_ = 0;
};

}  // namespace plumb
