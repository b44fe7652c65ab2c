// plumb/records/check_findings.h - parameters and curves that no probe can have found.
//
// A profile is a file that people edit and cut: a time below zero, a rate in seconds or a curve
// that runs backwards would be predicted with as if it were measured.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/base/json.h"
#include "plumb/records/finding.h"

namespace plumb {

// Input errors at the value or the point that is wrong, with the probe that measures it again. Of a
// parameter: its unit is what its name demands, and it is not negative. Of a curve: x rises from
// point to point, no y is negative, and one that models read between has two points.
void check_finding(const Finding& parameter, const JsonView& view);
void check_curve(const Curve& curve, const JsonView& view);

}  // namespace plumb
