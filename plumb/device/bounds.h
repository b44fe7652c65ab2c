// plumb/device/bounds.h - refusing transfers that do not fit, alike in every back end.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "plumb/device/device.h"

namespace plumb::device {

// Bytes of all pixels; the images of ImageFormat have no padding between rows.
Bytes size_of(const ImageFormat& format);
Bytes pixel_size(const ImageFormat& format);

// Each throws ErrorKind::device with both sizes.
void refuse_outside(Bytes offset, std::size_t size, const Buffer& buffer);
void refuse_other_size(std::size_t size, const Image& image);
void refuse_too_large(Bytes size, const Info& info);
// What a kernel declares and what a launch adds to it, against what a group may have.
void refuse_too_much_local(Bytes declared, Bytes added, Bytes most);

// "launching kernel 'x' on 64 x 1 x 1 work-items in groups of 8 x 1 x 1": what was being done when
// a launch failed.
std::string launching(const std::string& entry, const Launch& shape);

}  // namespace plumb::device
