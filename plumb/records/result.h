// plumb/records/result.h - what was measured: points, their steps, every sample, the verdict.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/device_state.h"
#include "plumb/records/layout.h"
#include "plumb/records/named_texts.h"
#include "plumb/records/prediction.h"
#include "plumb/records/program.h"
#include "plumb/records/provenance.h"
#include "plumb/records/quantity.h"
#include "plumb/records/race.h"

namespace plumb {

enum class Status { ok, wrong, unreliable, error, skipped };
enum class CacheState { warm, cold };

std::string name_of(Status status);
std::string name_of(CacheState state);

// A loop until a condition, in one execution of the step that it lies in.
struct LoopResult {
  std::string name;
  std::uint64_t entered = 1;  // not once where something around it repeats it
  Quantity rounds;            // that were executed, 1; a sample for each of the times
};

// One step of the Program, timed between two device marks.
struct StepResult {
  std::string name;
  Bytes bytes;  // that its passes ask for in one execution
  Flops flops;
  std::uint64_t launches = 0;
  Quantity time;                        // device time of one execution, s
  std::vector<std::uint64_t> outliers;  // indices into time.samples
  Bytes moved = {};                     // that its transfers move in one execution
  std::vector<LoopResult> loops = {};   // in the order of the program
};

struct Verification {
  bool checked = false;  // false: the user switched it off, or there is no reference
  std::uint64_t elements = 0;
  double worst_error = 0;  // largest |x - r| / (absolute + relative |r|): at most 1 when right
  std::string complaint;   // the first element that is wrong; empty when all are right
};

// What a Reading of the program gave, or what the workload made of its results.
struct ReadingResult {
  std::string name;
  std::string unit = "1";
  std::vector<double> values;
  std::vector<double> expected = {};  // as many, from the reference; empty: not known
  // Of values that lie in a plane: so many in each row, the top row first. 0: they do not.
  std::uint64_t columns = 0;
};

// One configuration of one workload.
struct Point {
  std::string workload;
  NamedTexts settings;
  Status status = Status::ok;
  std::string reason;  // why the status is not ok
  // The noise that was allowed, 0.01 = 1 %: rows are judged by it. Absent: the file does not say.
  std::optional<double> max_noise = {};
  // The limit of time or samples came before as much was measured as was asked for.
  bool cut_short = false;
  CacheState caches = CacheState::warm;
  std::vector<StepResult> steps;
  Quantity whole;  // host time of one execution including its final wait, s
  Bytes memory;    // allocated on the device
  Verification verification;
  std::optional<DeviceState> device_state;  // while it ran once more; absent: not reported
  std::vector<std::string> warnings;        // noise, machine load, time limit reached
  bool roof = false;                        // measured as what shares refer to, not for itself
  std::optional<Credit> credit = {};
  std::vector<ReadingResult> readings = {};
  std::optional<Quantity> host = {};  // time of the same work on one core of the host, s
  NamedTexts labels = {};             // what tables show of it beside its settings
  NamedTexts compilers = {};  // by source, where a device has more than one; none: its driver's
  bool interrupted = false;   // it shows how far it came; its status is `error`
  std::optional<PredictedPoint> predicted = {};  // before its first launch
};

struct Result {
  Provenance provenance;
  std::vector<Point> points;
  std::vector<TableLayout> layouts = {};  // none: one row per step
  std::vector<PublishedRow> published = {};
  std::vector<RaceResult> races = {};
  // Beside the one of the provenance: of programs that run on several.
  std::vector<DeviceDescription> further_devices = {};
};

// What a point that has times is rated by: its last step where the workload credits one, else all
// of its steps. Seconds of one iteration, sample by sample and as their median; flops and bytes of
// one iteration.
struct CreditedWork {
  std::vector<double> samples;
  double seconds = 0;
  double flops = 0;
  double bytes = 0;
  [[nodiscard]] double flops_per_second() const { return flops / seconds; }
  [[nodiscard]] double bytes_per_second() const { return bytes / seconds; }
};
CreditedWork credited_work(const Point& point);

// The reading of that name; null where there is none.
const ReadingResult* reading_named(const Point& point, std::string_view name);

Json to_json(const Result& result);  // schema plumbline.result/1
Result result_from_json(const JsonView& view);

}  // namespace plumb
