// plumb/model/divide.h - what each of two devices would do of a program.
//
// A program for two devices is cut along its queues; any other is taken as one whose points can be
// divided. Both give programs of one device, which a model predicts like every other:
//
//   const SideOfProgram first = side_of(program, 0);   // written for two devices
//   const Seconds alone = predict(profile, first.work, {}).predictions.front().total();
//   const Step third = part_of(program, step, 1.0 / 3);   // written for one
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "plumb/records/program.h"

namespace plumb {

struct SideOfProgram {
  Program work;      // what the device does by itself
  Program exchange;  // its part in copies between devices: out of it, into it
};

// The steps of the queues of that device, its buffers and images. A loop that the other device
// decides is repeated as often as expected.
SideOfProgram side_of(const Program& program, std::size_t device);

// The step with that fraction of its points, work-items and transferred elements, at least one of
// each. References that may go anywhere still go to all of their footprint; that of others shrinks
// with them. `frame` has the buffers.
Step part_of(const Program& frame, Step step, double fraction);

}  // namespace plumb
