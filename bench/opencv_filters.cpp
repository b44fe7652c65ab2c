// bench/opencv_filters.cpp - OpenCV's erode, sepFilter2D and GaussianBlur on a band of rows.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <opencv2/imgproc.hpp>

#include "bench/host_filters.h"

namespace plumb::bench {
namespace {

// A band of the image that knows its neighbours: filters look beyond it, as in the whole.
cv::Mat band_of(const HostImages& images, bool result, std::int64_t first, std::int64_t last) {
  const auto channels = static_cast<int>(images.channels);
  const int type = CV_MAKETYPE(images.bytes ? CV_8U : CV_32F, channels);
  const void* pixels =
      images.bytes ? static_cast<const void*>((result ? images.octet_result : images.octets).data())
                   : static_cast<const void*>((result ? images.real_result : images.reals).data());
  const cv::Mat whole(static_cast<int>(images.height), static_cast<int>(images.width) / channels,
                      type, const_cast<void*>(pixels));
  return whole.rowRange(static_cast<int>(first), static_cast<int>(last));
}

}  // namespace

bool has_opencv() { return true; }

void opencv_erode(HostImages& images, const morphology::Element& element, std::int64_t first,
                  std::int64_t last) {
  const morphology::Reach reach = morphology::reach_of(element);
  cv::Mat mask = cv::Mat::zeros(reach.south - reach.north + 1, reach.east - reach.west + 1, CV_8U);
  for (const morphology::Offset& offset : element)
    mask.at<std::uint8_t>(offset.y - reach.north, offset.x - reach.west) = 1;
  cv::Mat out = band_of(images, true, first, last);
  cv::erode(band_of(images, false, first, last), out, mask, cv::Point(-reach.west, -reach.north));
}

void opencv_gaussian(HostImages& images, const std::vector<float>& weights, std::int64_t first,
                     std::int64_t last) {
  cv::Mat out = band_of(images, true, first, last);
  const cv::Mat in = band_of(images, false, first, last);
  const auto taps = static_cast<int>(weights.size());
  if (images.bytes) {
    cv::GaussianBlur(in, out, {taps, taps}, 0.15 * taps + 0.35, 0, cv::BORDER_REPLICATE);
  } else {
    cv::sepFilter2D(in, out, -1, weights, weights, {-1, -1}, 0, cv::BORDER_REPLICATE);
  }
}

}  // namespace plumb::bench
