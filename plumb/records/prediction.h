// plumb/records/prediction.h - how long models predict a program to take: each part, and what
// limits it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/base/json.h"
#include "plumb/base/units.h"
#include "plumb/records/answers.h"
#include "plumb/records/provenance.h"

namespace plumb {

// What the time of a part goes to. `none`: it takes no time.
enum class Limit { none, bandwidth, latency, arithmetic, waits };

std::string name_of(Limit limit);

// A time and how much of it each demand would need alone. Models add them (paper 000) or let the
// largest win (a roofline), so `time` need not be their sum.
struct Cost {
  Seconds time{};
  Seconds movement{};    // bytes / bandwidth
  Seconds latency{};     // of calls and launches
  Seconds arithmetic{};  // flops / peak
  Seconds waiting{};     // of work-items for loads in turn, atomic operations and barriers
  // Of `time`, see interval_of; 0: the model does not say. What makes one launch longer than
  // predicted makes all of them longer, so spreads add up.
  Seconds spread{};
  friend Cost operator+(const Cost& a, const Cost& b) {
    return {a.time + b.time,       a.movement + b.movement,
            a.latency + b.latency, a.arithmetic + b.arithmetic,
            a.waiting + b.waiting, a.spread + b.spread};
  }
  friend Cost operator*(double times, const Cost& a) {
    return {times * a.time,       times * a.movement, times * a.latency,
            times * a.arithmetic, times * a.waiting,  times * a.spread};
  }
  friend bool operator==(const Cost&, const Cost&) = default;
};

Limit limit_of(const Cost& cost);

// Holds the measured time in 9 of 10 cases.
struct TimeInterval {
  Seconds low{};
  Seconds high{};
};
// time / (1 + r) to time (1 + r) with r = spread / time; absent where the model does not say.
std::optional<TimeInterval> interval_of(const Cost& cost);

// All launches of one pass inside one top-level step, or all transfers in one direction.
struct PartPrediction {
  std::string step;
  std::string name;
  std::uint64_t calls = 0;
  Bytes bytes;
  Flops flops;
  Cost cost;
  std::uint64_t items = 0;   // of its largest launch; 0: not known
  std::string pattern = {};  // of the references that are not a stream and ask for most
};

// The part of a step that is not a pass: what the queue adds to its launches.
inline constexpr std::string_view launch_queue = "launch queue";
// That of a step in which the host waits for its launches, once or several times.
inline constexpr std::string_view host_waits = "waits of the host";
// What begins the name of a part of a loop: reading back whether its condition is met.
inline constexpr std::string_view check_of = "check of ";
// The part of no step: the host waits for the last launch, which no step's own time contains.
inline constexpr std::string_view final_wait = "final wait";

// Why there is no prediction: `missing`: the profile lacks a parameter, or the model the means;
// `abstention`: the program lies outside what the probes tell; `no_room`: it does not fit into the
// device's memory.
enum class Refusal { none, missing, abstention, no_room };

// What one model predicts for one program on one device. T = T1 + I T2 + T3 in the words of paper
// 000.
struct Prediction {
  std::string model;
  std::string reason;                          // why the model has no prediction; else empty
  Refusal refusal = Refusal::none;             // the kind of the reason
  std::optional<PartPrediction> transfer_in;   // T1; absent: the model or program has none
  std::vector<PartPrediction> passes;          // T2 of each, all launches together
  std::optional<PartPrediction> transfer_out;  // T3
  Seconds overlapped{};                     // that parts on several queues spend beside each other
  [[nodiscard]] Cost whole_passes() const;  // I T2
  [[nodiscard]] Cost whole() const;         // all parts, less what is overlapped
  [[nodiscard]] Seconds total() const { return whole().time; }  // T
};

// The largest of the terms that a prediction is made of, and its share of T. The terms are the
// bandwidth and the latency of each path, and arithmetic.
struct LimitingPath {
  std::string name;  // "launches", "bandwidth of transfer out", ...
  double share = 0;
};
LimitingPath limiting_path(const Prediction& prediction);

// 100 (T_p / T_m - 1) of paper 000 as a ratio: 0.1 is 10 % too long.
double prediction_error(Seconds predicted, Seconds measured);

// What the first run of a program takes beyond its prediction: so many sources are built and used
// for the first time.
struct FirstUse {
  Seconds time{};
  std::uint64_t sources = 0;
  friend bool operator==(const FirstUse&, const FirstUse&) = default;
};

struct PredictedPoint {
  std::string application;
  std::vector<std::pair<std::string, std::string>> settings;
  std::string profile;
  std::string paths;  // the set of the profile that was used; "none": it has none for the program
  std::vector<Prediction> predictions;
  std::optional<FirstUse> first_use = {};  // absent: the profile does not say
  Answers answers = {};
};

struct Predictions {
  Provenance provenance;  // the device is the first profile's
  std::vector<PredictedPoint> points;
  std::optional<BreakEvenAnswer> break_even = {};
  std::vector<std::string> notes = {};  // about all points
};

Json to_json(const PredictedPoint& point);
PredictedPoint predicted_point_from_json(const JsonView& view);

Json to_json(const Predictions& predictions);  // schema plumbline.prediction/1

// The text of the same record, made point by point, so that a long sweep is never held as a whole.
// begin, any number of points, end.
class PredictionText {
 public:
  std::string begin(const Provenance& provenance);
  std::string point(const PredictedPoint& point);
  // The whole record's answers follow the points.
  std::string end(const std::optional<BreakEvenAnswer>& break_even = {},
                  const std::vector<std::string>& notes = {});

 private:
  bool empty_ = true;
};

Predictions predictions_from_json(const JsonView& view);

}  // namespace plumb
