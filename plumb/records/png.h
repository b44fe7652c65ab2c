// plumb/records/png.h - pictures as PNG files: the only home of libpng.
//
// Pixels are 8-bit RGBA, whatever the file has: grey, palettes and 16 bits are converted. A build
// without libpng refuses both directions and names the remedy.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "plumb/records/image.h"

namespace plumb {

// Larger pictures are refused before memory is taken: 2^26 pixels are 256 MiB.
inline constexpr std::uint64_t most_picture_pixels = 1U << 26U;

// An uchar4 image; what is not a PNG, truncated or too large is an input error that names `name`.
Image image_from_png(std::string_view bytes, const std::string& name);

// The bytes of a PNG file; the image must be uchar4 and flat.
std::string png_of(const Image& image);

// Refuses (unavailable) where this program was built without libpng.
void require_png(const std::string& name);

}  // namespace plumb
