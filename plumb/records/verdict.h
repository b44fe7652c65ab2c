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

// Its times scatter more than was allowed.
bool is_noisy(const Point& point);

// Whether it has times that mean something.
bool has_times(const Point& point);

// "right", "WRONG", "not checked", "refused", "error".
std::string name_of(Verdict verdict);

// The verdict's name, with ", noisy" where it is.
std::string verdict_text(const Point& point);

}  // namespace plumb
