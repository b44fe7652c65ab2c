// plumb/report/which_point.h - what tells the points of a result apart.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plumb/records/result.h"

namespace plumb {

// The names of the settings that differ between the points, in their order. What was measured as a
// roof does not count.
std::vector<std::string> varying_settings(std::span<const Point> points);

// "n 8, precision f32": the point's values of these settings; empty where there are none.
std::string which_point(const Point& point, const std::vector<std::string>& varying);

}  // namespace plumb
