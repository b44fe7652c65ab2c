// plumb/run/run_program.h - executes a Program on a device: verifies it, then times every step.
//
//   const auto device = device::open_device("");
//   RunOptions options;
//   options.stop.min_time = Seconds{1};
//   const Point point = run_program(*device, program, reference, options);
//   // point.status, point.steps[i].time, point.readings
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/device/device.h"
#include "plumb/measure/sampling.h"
#include "plumb/records/program.h"
#include "plumb/records/reference.h"
#include "plumb/records/result.h"
#include "plumb/records/verdict.h"
#include "plumb/run/loaded_program.h"

namespace plumb {

struct RunOptions {
  StopRule stop;
  CacheState caches = CacheState::warm;
  bool verify = true;
  bool timed = true;  // else one execution shows whether it is right, and the point has no times
  // What the stop rule waits for and the status follows.
  PointRows rows = PointRows::steps_and_whole;
  std::vector<std::string> notes;  // about the machine; every point carries them as warnings
  // Called after one execution from the initial contents, before anything is timed, with readings
  // and credit in the point; adds what else these contents say, also that they are wrong: then
  // nothing is timed. Empty: nothing.
  std::function<void(const Reader&, Point&)> examine = {};
  Devices further_devices = {};    // that a program names by the places 1, 2, ...
  Exchanger* exchanger = nullptr;  // for a program with steps between ranks
  std::function<bool()> interrupted = [] { return false; };
  std::function<void(std::string_view phase)> progress = [](std::string_view) {};
};

// Builds, fills, executes once and verifies against `reference` (wrong results are reported in the
// Point, not thrown), takes its readings, then, if it is timed, repeats the steps as the stop rule
// says. Repetitions continue from the contents that the execution before left; what the program
// restores is restored before each, and a loop until a condition without that starts anew. Throws
// on a failing device, and ErrorKind::interrupted, but returns what a program with such a loop has
// reached.
Point run_program(device::Device& device, const Program& program, const Reference& reference,
                  const RunOptions& options);

// The devices that the program needs, as far as they are given.
Devices devices_for(const Program& program, device::Device& device, const RunOptions& options);

// Executes once and verifies, without timing: what is wrong; empty when nothing is.
std::string complaint_of_run(
    const Devices& devices, const Program& program, const Reference& reference,
    const std::function<bool()>& interrupted = [] { return false; });
inline std::string complaint_of_run(device::Device& device, const Program& program,
                                    const Reference& reference) {
  return complaint_of_run(Devices{&device}, program, reference);
}

}  // namespace plumb
