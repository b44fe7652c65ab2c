// plumb/model/explain.h - from a prediction and its measurement to the term that was wrong.
//
// A part that lies in its interval is as predicted. For the others the rules of blame.cpp are asked
// in turn; each one knows figures that only its term can explain, and names them.
//
//   const Explanation why = explain_point(point, point.predicted->predictions.front(), &profile);
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/explanation.h"
#include "plumb/records/profile.h"
#include "plumb/records/result.h"

namespace plumb {

// `profile`: what the prediction was made from; null where it is not at hand, then no rate is
// compared with the device's. `ran_on`: the device of the measurement.
Explanation explain_point(const Point& point, const Prediction& prediction, const Profile* profile,
                          const DeviceDescription& ran_on);

}  // namespace plumb
