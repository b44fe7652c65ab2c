// plumb/study/run_points.cpp - running points one after another and keeping what is finished.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/run_points.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "plumb/records/copy_precision.h"
#include "plumb/records/verdict.h"
#include "plumb/study/copy_roof.h"
#include "plumb/study/cpu_beside.h"
#include "plumb/study/kept_result.h"
#include "plumb/study/run_point.h"

namespace plumb::study {
namespace {

bool has_column(const Plan& plan, ColumnKind kind) {
  return std::ranges::any_of(plan.layouts, [&](const TableLayout& layout) {
    return std::ranges::find(layout.columns, kind, &ColumnLayout::kind) != layout.columns.end();
  });
}

bool any_in_host_memory(const device::Device& device, const RunOptions& options) {
  const auto is_cpu = [](const device::Device& one) {
    return one.info().kind == device::Kind::cpu;
  };
  return is_cpu(device) || std::ranges::any_of(options.further_devices, [&](const auto* further) {
           return is_cpu(*further);
         });
}

// A point without times: what was asked for, and why there are none.
Point failed_point(const PlannedPoint& planned, const RunOptions& options,
                   const std::exception& error) {
  Point point;
  point.workload = planned.name;
  point.status = is_refusal(error) ? Status::skipped : Status::error;
  point.reason = explain(error);
  point.caches = options.caches;
  point.warnings = options.notes;
  point.predicted = planned.predicted;
  if (planned.workload == nullptr) {
    point.settings = planned.file_settings;
    return point;
  }
  const Settings& settings = planned.forms.front();
  point.settings = settings.values();
  add_labels(planned, settings, point);
  return point;
}

class PointRunner {
 public:
  PointRunner(device::Device& device, const Plan& plan, const RunOptions& options,
              const Watch& watch, Result& result, const std::string& path)
      : device_(&device),
        plan_(&plan),
        options_(options),
        watch_(&watch),
        result_(&result),
        kept_(result, path, watch),
        times_host_(has_column(plan, ColumnKind::of_host)),
        shows_copy_(has_column(plan, ColumnKind::of_copy)),
        in_host_memory_(any_in_host_memory(device, options)),
        store_(options.interrupted),
        asked_for_(static_cast<std::size_t>(
            std::ranges::count(plan.points, false, &PlannedPoint::for_comparison))) {
    options_.rows = plan.layouts.empty() ? PointRows::steps_and_whole : PointRows::credited_work;
    result.layouts = plan.layouts;
    result.published = plan.published;
  }

  Outcome run() {
    for (std::size_t i = 0; i < plan_->points.size() && !outcome_.interrupted; ++i) run_one(i);
    if (refusal_kind_ && refusals_ == asked_for_) {
      watch_->failed(Error(*refusal_kind_, first_refusal_));
      note_failure(*refusal_kind_);
    }
    if (kept_.failed()) note_failure(ErrorKind::check_failed);
    watch_->progress("");
    outcome_.until_printed = kept_.crash_record();
    return outcome_;
  }

 private:
  void note_failure(ErrorKind kind) {
    if (!outcome_.failure) outcome_.failure = kind;
  }

  void run_one(std::size_t i) {
    const PlannedPoint& planned = plan_->points[i];
    options_.progress = [&](std::string_view phase) {
      watch_->progress(fmt::format("[{}/{}] {}: {}", plan_->before + i + 1,
                                   plan_->of != 0 ? plan_->of : plan_->points.size(), planned.label,
                                   phase));
    };
    if (in_host_memory_) kept_.prepare_for_crash(crashed_point(planned));
    try {
      result_->points.push_back(run_point(*device_, planned, options_, store_, times_host_));
      result_->points.back().predicted = planned.predicted;
      outcome_.interrupted = result_->points.back().interrupted;
      if (plan_->suite != nullptr && plan_->suite->beside_cpu)
        cpu_.add(*device_, planned, options_, result_->points.back());
      measure_roof(result_->points.back());
    } catch (const Error& error) {
      if (kind_of(error) == ErrorKind::interrupted) {
        outcome_.interrupted = true;
      } else {
        note_error(planned, error);
      }
    }
    add_remarks();
    kept_.write();
  }

  [[nodiscard]] Point crashed_point(const PlannedPoint& planned) const {
    return failed_point(planned, options_,
                        Error(ErrorKind::device, "a kernel crashed and ended the program"));
  }

  void note_error(const PlannedPoint& planned, const Error& error) {
    result_->points.push_back(failed_point(planned, options_, error));
    if (plan_->suite != nullptr && is_refusal(error)) {
      if (!planned.for_comparison) ++refusals_;
      if (first_refusal_.empty()) first_refusal_ = explain(error);
      if (!refusal_kind_) refusal_kind_ = kind_of(error);
      return;
    }
    report(planned, error);
    note_failure(kind_of(error));
  }

  // While the error is being handled; of several points it says which.
  void report(const PlannedPoint& planned, const Error& error) {
    if (plan_->points.size() == 1 && plan_->of == 0) return watch_->failed(error);
    try {
      rethrow_during(planned.label);
    } catch (const std::exception& with_label) {
      watch_->failed(with_label);
    }
  }

  // After the first point that ran: its shares are shown even if the run ends here.
  void measure_roof(const Point& point) {
    if (!shows_copy_ || !has_times(point)) return;
    const std::string precision = copy_precision(chosen_or(point.settings, "precision", "f32"));
    if (!roofs_.insert(precision).second) return;
    options_.progress("copy");
    result_->points.push_back(measure_copy_roof(*device_, precision, options_));
  }

  void add_remarks() {
    if (plan_->suite == nullptr || plan_->suite->remarks == nullptr) return;
    std::vector<Point> shown;
    for (const Point& point : result_->points) {
      if (!point.roof && has_all(point.settings, plan_->layouts.front().where))
        shown.push_back(point);
    }
    result_->layouts.front().notes = plan_->layouts.front().notes;
    for (std::string& remark : plan_->suite->remarks(shown))
      result_->layouts.front().notes.push_back(std::move(remark));
  }

  device::Device* device_;
  const Plan* plan_;
  RunOptions options_;
  const Watch* watch_;
  Result* result_;
  KeptResult kept_;
  bool times_host_;
  bool shows_copy_;
  bool in_host_memory_;  // a kernel can end the process
  ReferenceStore store_;
  CpuBeside cpu_;
  std::set<std::string> roofs_;
  std::size_t asked_for_;     // points that are not there for comparison
  std::size_t refusals_ = 0;  // among them
  std::string first_refusal_;
  std::optional<ErrorKind> refusal_kind_;
  Outcome outcome_;
};

}  // namespace

Outcome run_points(device::Device& device, const Plan& plan, const RunOptions& options,
                   const Watch& watch, Result& result, const std::string& path) {
  return PointRunner(device, plan, options, watch, result, path).run();
}

int exit_code(const Outcome& outcome, const Result& result, bool strict) {
  if (outcome.interrupted) return static_cast<int>(ErrorKind::interrupted);
  if (outcome.failure) return static_cast<int>(*outcome.failure);
  const auto any = [&](const auto& holds) { return std::ranges::any_of(result.points, holds); };
  if (any([](const Point& point) { return verdict_of(point) == Verdict::wrong; }))
    return static_cast<int>(ErrorKind::check_failed);
  const bool unreliable =
      any([](const Point& point) { return point.status == Status::unreliable; });
  return strict && unreliable ? static_cast<int>(ErrorKind::unreliable) : 0;
}

}  // namespace plumb::study
