// plumb/records/verdict.h - the one verdict on a measured point, and its words.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/records/result.h"

namespace plumb {

// refused: the workload does not take such settings, or the device lacks something.
// failed: the device or its compiler failed.
enum class Verdict { right, wrong, not_checked, refused, failed };

Verdict verdict_of(const Point& point);

// Whether its samples say anything about noise: one alone does not.
bool has_interval(const Quantity& time);

// Half the 95 % interval of a time over the time: 0.01 = 1 %. 0 for a time below the timer's
// resolution, which has no size to compare with, and for one sample, which has no interval.
double noise_of(const Quantity& time);

// Whether a row with this time scatters more than was allowed: judged by its own interval. Where
// the record does not say what was allowed, the status of the point decides.
bool is_noisy(const Point& point, const Quantity& time);

// The rows that tables show of a point, each judged by itself: one for every step and the whole, or
// one for the work that is credited.
enum class PointRows { steps_and_whole, credited_work };

// What makes a measured point unreliable: "noise 74 % of 'add' after 40 samples (limit 0.5 %)",
// that it was cut short, or that it has one sample; empty where nothing does.
std::string doubt_of(const Point& point, PointRows rows);

// Whether it has times that mean something.
bool has_times(const Point& point);

// "right", "WRONG", "not checked", "refused", "error".
std::string name_of(Verdict verdict);

// What a row with this time must be marked with: "noisy", else "cut short" where less was measured
// than was asked for, else "one sample"; empty where nothing is.
std::string mark_of(const Point& point, const Quantity& time);

// Of a row with this time: the verdict's name and its mark, "right, noisy".
std::string verdict_text(const Point& point, const Quantity& time);

// Of the point as one row, that of the work that is credited.
std::string verdict_text(const Point& point);

}  // namespace plumb
