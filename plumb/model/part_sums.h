// plumb/model/part_sums.h - one model's costs, summed by the parts of a prediction.
//
// What launches ask for is the same in all models and summed once for all of them (LaunchedParts);
// a model adds what it says of their time (PartSums).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/model/host_stretch.h"
#include "plumb/model/model.h"
#include "plumb/model/part_names.h"
#include "plumb/model/timeline.h"
#include "plumb/records/walk.h"

namespace plumb {

// The parts of a program by number, and what their launches ask for.
class LaunchedParts {
 public:
  struct Part {
    Demand demand;
    std::uint64_t items = 0;  // of the largest launch, with the pattern of that one
    std::optional<Pattern> pattern = {};
  };

  // Adds so many launches to the part of that step and name; gives its number.
  std::size_t add(const std::string& step, const std::string& name, const Launch& launch,
                  double times);
  std::size_t number_of(const std::string& step, const std::string& name);
  // Step and name of a part.
  [[nodiscard]] const std::pair<std::string, std::string>& names(std::size_t part) const {
    return names_[part];
  }
  [[nodiscard]] const Part& operator[](std::size_t part) const { return parts_[part]; }

 private:
  PartNames names_;
  std::vector<Part> parts_;
};

// What one model says of a part so far.
struct PartSum {
  Demand demand;  // beside that of launches
  Cost cost;
  bool has_launches = false;
};

class PartSums {
 public:
  PartSums(const Model& model, const Program& frame, LaunchedParts& launched);
  PartSums(const PartSums&) = delete;  // its timeline refers to it
  PartSums& operator=(const PartSums&) = delete;

  void give_up(const std::string& reason) { reason_ = reason; }
  [[nodiscard]] bool gave_up() const { return !reason_.empty(); }

  // A step at the top, so many times, each by itself: begin, what is in it, end. `step`: the name
  // of its part.
  void begin(double often);
  // `number`: of the part that it was added to.
  void launch(std::size_t number, double times, const LaunchCost& cost);
  void transfer(const std::string& step, const std::string& name, const Transfer& moved,
                double times);
  // A loop that is entered so often, with so many rounds in all: enter, what is in it, leave, or
  // checks where it lasts until a condition.
  void enter(double entries, double rounds);
  void leave(const std::string& step);
  void checks(const std::string& step, const Until& until, double times);
  // The host waits for everything queued. It costs what the model says of the last wait where
  // launches are the last that was queued; a transfer has its own wait in its time.
  void wait(const std::string& step, double times);
  void end(const std::string& name, const Step& step);

  // After the last step: the host waits for what it launched.
  void finish();

  // Without the parts that only other models have.
  [[nodiscard]] Prediction result() const;

 private:
  [[nodiscard]] double seconds_of(const Step& step, bool recorded) const;
  [[nodiscard]] PartPrediction prediction_of(std::size_t number) const;
  void queue(const std::string& step);
  void end_stretch(double times);
  // What is not known of copies in both directions, put down to those out.
  void widen_for_both_ways();
  void wait_between_rounds(const std::string& step, double apart);
  void add_wait(const std::string& step, std::string_view name, double times);
  void wait_for_calls(const std::string& step, double often, Seconds waits);
  PartSum& part(std::size_t number);
  PartSum& part(const std::string& step, const std::string& name);

  const Model* model_;
  const Program* frame_;
  LaunchedParts* launched_;
  std::string reason_;
  std::vector<PartSum> parts_;
  std::optional<Cost> start_;  // what the model says, once it was asked
  std::optional<PartSum> in_;
  std::optional<PartSum> out_;
  double often_ = 1;                // that the top-level step happens
  HostStretches stretches_;         // of its launches, once
  std::size_t first_launched_ = 0;  // of the open stretch
  bool launches_ = false;
  struct Loop {
    double entries = 1;
    double rounds = 1;  // in all
    bool has_launches = false;
    bool copies_within = false;     // the device
    bool awaits_copies = false;     // between host and device
    bool begins_with_wait = false;  // before the first launch of a round
    bool awaits_round = false;      // that wait: no copy between host and device comes before it
  };
  std::vector<Loop> loops_;  // around what comes next, outermost first
  double queued_ = 0;  // launches and copies within the device since a wait or another transfer
  bool idle_ = true;   // the host has waited for all that was queued
  std::optional<Timeline> timeline_;  // of several queues
};

}  // namespace plumb
