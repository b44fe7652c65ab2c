// plumb/shader/precision.h - whether moving changes the picture where the fragment stage computes
// with less precision than the vertex stage: the first open question of paper 004.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "plumb/shader/check.h"

namespace plumb::shader {

// All that the fragment program reads and computes is rounded to this; the vertex stage and the
// interpolation have float32.
enum class FragmentPrecision : std::uint8_t { f32, fp24, f16 };
std::string name_of(FragmentPrecision precision);
// An unknown name is an input error that lists the known ones.
FragmentPrecision precision_from_name(std::string_view name);

struct PrecisionReport {
  int pixels = 0;
  int changed_pixels = 0;         // the colours of the two pairs differ in 8 bits
  double largest_difference = 0;  // of their colours, relative
  double first_error = 0;         // of the first pair, against its picture in float32
  double second_error = 0;        // of the second, against its own
};

// Draws the quads and pixels of the options by both pairs in this precision and in float32.
PrecisionReport compare_in_precision(const CheckedPair& a, const CheckedPair& b,
                                     const CheckOptions& options, FragmentPrecision precision);

}  // namespace plumb::shader
