// plumb/records/blobs.h - a smooth field in a box: what a volume to be looked at is made of.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "plumb/records/fill.h"

namespace plumb {

// The values [first, first + out.size()) of a fill of kind `blobs`: six bodies whose places, sizes
// and heights follow from the seed, each the product over the axes of 1 - t^2 within its radius;
// `low` outside of all, at most `high`. Row by row, as a box of the fill's extent; beyond it again.
void blob_values(const Fill& fill, std::uint64_t first, std::span<double> out);

}  // namespace plumb
