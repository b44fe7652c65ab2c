// bench/no_opencv_filters.cpp - what stands for opencv_filters.cpp in a build without OpenCV.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/host_filters.h"
#include "plumb/base/error.h"

namespace plumb::bench {
namespace {

[[noreturn]] void refuse_opencv() {
  throw Error(ErrorKind::unavailable,
              "this bench was built without OpenCV; install libopencv-imgproc-dev and build again");
}

}  // namespace

bool has_opencv() { return false; }

void opencv_erode(HostImages&, const morphology::Element&, std::int64_t, std::int64_t) {
  refuse_opencv();
}

void opencv_gaussian(HostImages&, const std::vector<float>&, std::int64_t, std::int64_t) {
  refuse_opencv();
}

}  // namespace plumb::bench
