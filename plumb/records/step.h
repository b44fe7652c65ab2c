// plumb/records/step.h - what a Program does: launches, transfers, waits, and what holds others.
//
// walk.h visits them; add an action to Step and every reader that does not know it stops compiling.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "plumb/base/units.h"
#include "plumb/records/pass.h"
#include "plumb/records/type.h"

namespace plumb {

struct BufferArgument {
  std::string buffer;
};
struct ImageArgument {
  std::string image;
};
struct ScalarArgument {
  Scalar type = Scalar::u32;
  double value = 0;  // integers up to 2^53
};
// For a parameter that points to local memory: so much of it in every group.
struct LocalArgument {
  Bytes size;
};
using Argument = std::variant<BufferArgument, ImageArgument, ScalarArgument, LocalArgument>;

using Range = std::array<std::uint64_t, 3>;

struct Launch {
  std::string kernel;  // empty: can be predicted, not run
  Range global{1, 1, 1};
  Range local{1, 1, 1};
  std::vector<Argument> arguments;
  Pass pass;
  Bytes local_bytes{};       // dynamic local memory
  bool cooperative = false;  // all groups resident at once
  Range cluster{1, 1, 1};
};

enum class Direction { in, out, within };

// Moves a buffer between host and device (T1 and T3 of paper 000), or to another buffer, which may
// lie on another device: then it goes through pinned memory of the host, which waits for it. What
// comes in is always from the initial contents of `buffer`; what goes out changes nothing there.
struct Transfer {
  Direction direction = Direction::in;
  std::string buffer;
  std::string to = {};  // Direction::within only
  // A part of it, in elements of `buffer` on both sides; a count of 0 is all of it.
  std::uint64_t count = 0;
  std::uint64_t from_offset = 0;  // where it is read
  std::uint64_t to_offset = 0;    // where it is written
};

// Between the ranks of a program that runs several times at once: `count` elements of `send` go to
// the rank so many places further on, as many come from it into `receive`.
struct Exchange {
  std::string send = {};
  std::string receive = {};
  std::uint64_t count = 0;  // elements of `send`
  std::uint64_t send_offset = 0;
  std::uint64_t receive_offset = 0;
  std::int64_t neighbour = 1;  // relative to the own rank
};

struct Wait {};  // the host waits until everything queued is done

struct Step;

// Recorded once, replayed as one submission.
struct Batch {
  std::uint64_t replays = 1;
  std::vector<Step> steps;
};

struct Repeat {
  std::uint64_t count = 1;  // 1 groups steps that are timed as one
  std::vector<Step> steps;
};

enum class Comparison { less, less_equal, greater, greater_equal, equal, not_equal };

// Repeats its steps until the scalar `element` of `buffer`, read back, meets the condition, or
// until another round would probably not end within the deadline.
struct Until {
  std::vector<Step> steps;
  std::string buffer = {};
  std::uint64_t element = 0;
  Comparison comparison = Comparison::less;
  double value = 0;
  std::uint64_t check_every = 1;  // iterations between read-backs
  std::uint64_t limit = 1000000;  // iterations after which it is an error
  std::uint64_t expected = 1;     // iterations that a prediction assumes
  // Since the beginning of the top-level step around it, as it is timed; 0: none. Each round is
  // expected to take as long as the longest one so far, the first as long as what stood before it:
  // if that would not fit, no round is made.
  Seconds deadline{0};
};

struct Step {
  std::string name;
  std::variant<Transfer, Launch, Wait, Batch, Repeat, Until, Exchange> action;
  // The queue that it runs on. Empty: that of the step around it; at the top, the first. What holds
  // other steps begins and ends on its own queue: the queues inside start after its beginning, and
  // it ends after them.
  std::string queue = {};
  // Steps beside it: it starts after the last execution of each so far.
  std::vector<std::string> after = {};
};

}  // namespace plumb
