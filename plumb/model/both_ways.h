// plumb/model/both_ways.h - copies to the device and from it at the same time.
//
// Formula  while both ways are busy each goes on at g/2 of the rate that it has alone, where g is
//          the time of both one after the other over that of both at once: 2 where neither slows
//          the other down, 1 where they take turns. The start of a copy moves nothing: of one that
//          takes s + m, s to start, g is 2 / (1 + (2 / g - 1) m / (s + m))
// Source   the probe `transfer`: transfer.both.gain, of the largest copies that it makes
// Limits   the copy that is slowed down in return is taken to be as large. Only the last copy of
//          the other way is slowed down in return; behind those before it a copy has what they
//          leave, g - 1. What was already scheduled behind a copy that is slowed down stays where
//          it is. A profile without the gain has 2, and a third of the time that both are busy as
//          spread (gains of 1.55 to 1.83 were probed): a judgement
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
  // `start`: seconds of a copy in which nothing is moved.
  explicit BothWays(double gain, double start = 0);

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

  [[nodiscard]] double gain_of(double seconds) const;

  double gain_;
  double start_;
  std::array<Way, 2> ways_;
  double shared_ = 0;
};

}  // namespace plumb
