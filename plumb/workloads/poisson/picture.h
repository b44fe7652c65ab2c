// plumb/workloads/poisson/picture.h - the field as a picture: figure 7 of the thesis, with
// isotherms.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plumb/records/image.h"
#include "plumb/records/reference.h"
#include "plumb/workloads/poisson/problem/grid.h"
#include "plumb/workloads/settings.h"

namespace plumb::poisson {

// uchar4: from blue (the smallest number) over green to red (the largest), the top above, in three
// dimensions the plane in the middle of y; black lines divide the range into ten equal parts. The
// longer side has 720 pixels, between points is interpolated.
Image picture_of(const Grid& grid, const Reader& reader);

// The same plane for a record: at most 32 values along its longer side, the top row first, four
// digits of each. Empty where one of them is not finite.
struct SampledField {
  std::vector<double> values;
  std::uint64_t columns = 0;
};
SampledField sampled_field(const Grid& grid, const Reader& reader);

// Writes it as PNG where the settings ask for it.
void write_picture(const Settings& settings, const Grid& grid, const Reader& reader);

std::vector<std::string> files_written(const Settings& settings);

}  // namespace plumb::poisson
