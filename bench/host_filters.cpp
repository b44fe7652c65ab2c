// bench/host_filters.cpp - native loops, compiled for this very processor, and their table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/host_filters.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include <fmt/format.h>

#include "bench/compared.h"
#include "bench/native_rectangle.h"
#include "plumb/base/error.h"

namespace plumb::bench {
namespace {

template <class T>
void erode_row(const Plane<T>& plane, const morphology::Element& element, std::int64_t y) {
  constexpr std::int64_t piece = 4096;
  T least[piece];
  for (std::int64_t left = 0; left < plane.width; left += piece) {
    const std::int64_t n = std::min(piece, plane.width - left);
    std::fill_n(least, n, std::numeric_limits<T>::max());
    for (const morphology::Offset& offset : element) {
      if (y + offset.y < 0 || y + offset.y >= plane.height) continue;
      const std::int64_t shift = left + offset.x * plane.channels;
      const T* from = plane.in + (y + offset.y) * plane.width + shift;
      const std::int64_t first = std::max<std::int64_t>(0, -shift);
      const std::int64_t last = std::min(n, plane.width - shift);
      for (std::int64_t x = first; x < last; ++x)
        least[x] = from[x] < least[x] ? from[x] : least[x];
    }
    std::copy_n(least, n, plane.out + y * plane.width + left);
  }
}

template <class T>
void filter_row(const Plane<T>& plane, const std::vector<float>& weights, std::int64_t y,
                std::vector<float>& mixed) {
  const auto taps = static_cast<std::int64_t>(weights.size());
  const std::int64_t half = taps / 2;
  const std::int64_t edge = half * plane.channels;
  mixed.assign(static_cast<std::size_t>(plane.width + 2 * edge), 0);
  float* const middle = mixed.data() + edge;
  for (std::int64_t k = 0; k < taps; ++k) {
    const T* line =
        plane.in + std::clamp<std::int64_t>(y + k - half, 0, plane.height - 1) * plane.width;
    const float weight = weights[static_cast<std::size_t>(k)];
    for (std::int64_t x = 0; x < plane.width; ++x)
      middle[x] += weight * static_cast<float>(line[x]);
  }
  for (std::int64_t x = 1; x <= edge; ++x) {
    middle[-x] = middle[(plane.channels - x % plane.channels) % plane.channels];
    middle[plane.width - 1 + x] = middle[plane.width - plane.channels + (x - 1) % plane.channels];
  }
  T* out = plane.out + y * plane.width;
  const float half_step = std::is_integral_v<T> ? 0.5F : 0.0F;
  constexpr std::int64_t piece = 1024;
  float sum[piece];
  for (std::int64_t left = 0; left < plane.width; left += piece) {
    const std::int64_t n = std::min(piece, plane.width - left);
    std::fill_n(sum, n, half_step);
    for (std::int64_t k = 0; k < taps; ++k) {
      const float* from = mixed.data() + left + k * plane.channels;
      const float weight = weights[static_cast<std::size_t>(k)];
      for (std::int64_t x = 0; x < n; ++x) sum[x] += weight * from[x];
    }
    for (std::int64_t x = 0; x < n; ++x) out[left + x] = static_cast<T>(sum[x]);
  }
}

Plane<float> real_plane(HostImages& images) {
  return {images.reals.data(), images.real_result.data(), images.width, images.height,
          images.channels};
}
Plane<std::uint8_t> octet_plane(HostImages& images) {
  return {images.octets.data(), images.octet_result.data(), images.width, images.height,
          images.channels};
}

int threads_of(int asked) { return asked == 0 ? all_threads() : asked; }

// A band of rows for each thread.
template <class Rows>
void in_bands(std::int64_t height, int bands, const Rows& rows) {
#pragma omp parallel for schedule(static) num_threads(bands)
  for (int band = 0; band < bands; ++band) rows(height * band / bands, height * (band + 1) / bands);
}

}  // namespace

int all_threads() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

HostImages::HostImages(const pixels::SourceImage& source)
    : width(static_cast<std::int64_t>(source.width * source.type.width)),
      height(static_cast<std::int64_t>(source.height)),
      channels(source.type.width),
      bytes(source.type.scalar == Scalar::u8),
      reals(pixels::values_of(source)) {
  real_result.resize(reals.size());
  octet_result.resize(reals.size());
  for (const float value : reals) octets.push_back(static_cast<std::uint8_t>(value));
}

double HostImages::distance_to(const std::vector<double>& others) const {
  double farthest = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const double own =
        bytes ? static_cast<double>(octet_result[i]) : static_cast<double>(real_result[i]);
    const double distance = std::abs(own - others[i]);
    if (!(distance <= farthest)) farthest = distance;  // what is not a number is far away
    if (std::isnan(farthest)) break;
  }
  return farthest;
}

HostErosion::HostErosion(const pixels::SourceImage& source, morphology::Element element)
    : images_(source), element_(std::move(element)) {}

void HostErosion::native(int threads) {
  if (morphology::is_rectangle(element_)) {
    const morphology::Reach reach = morphology::reach_of(element_);
    in_bands(images_.height, threads_of(threads), [&](std::int64_t first, std::int64_t last) {
      if (images_.bytes) {
        RectangleErosion(octet_plane(images_), reach).make(first, last);
      } else {
        RectangleErosion(real_plane(images_), reach).make(first, last);
      }
    });
    return;
  }
#pragma omp parallel for schedule(static) num_threads(threads_of(threads))
  for (std::int64_t y = 0; y < images_.height; ++y) {
    if (images_.bytes) {
      erode_row(octet_plane(images_), element_, y);
    } else {
      erode_row(real_plane(images_), element_, y);
    }
  }
}

void HostErosion::opencv() {
  in_bands(images_.height, all_threads(), [&](std::int64_t first, std::int64_t last) {
    opencv_erode(images_, element_, first, last);
  });
}

HostGaussian::HostGaussian(const pixels::SourceImage& source, const std::vector<double>& weights)
    : images_(source), weights_(weights.begin(), weights.end()) {}

void HostGaussian::native(int threads) {
#pragma omp parallel num_threads(threads_of(threads))
  {
    std::vector<float> mixed;
#pragma omp for schedule(static)
    for (std::int64_t y = 0; y < images_.height; ++y) {
      if (images_.bytes) {
        filter_row(octet_plane(images_), weights_, y, mixed);
      } else {
        filter_row(real_plane(images_), weights_, y, mixed);
      }
    }
  }
}

void HostGaussian::opencv() {
  in_bands(images_.height, all_threads(), [&](std::int64_t first, std::int64_t last) {
    opencv_gaussian(images_, weights_, first, last);
  });
}

HostTable::HostTable(const std::string& title) {
  table_.title = title;
  table_.columns = {{"filter"},
                    {"native, one thread", "ms"},
                    {"native, all", "ms"},
                    {"OpenCV, all", "ms"},
                    {"device", "ms"},
                    {"device over OpenCV"},
                    {"low"},
                    {"high"},
                    {"limit"}};
  table_.notes.push_back(fmt::format("{} threads", all_threads()));
  if (!has_opencv())
    table_.notes.emplace_back(
        "OpenCV is not here: ratios are to the native loops on all threads; scripts/setup --test "
        "installs it");
}

void HostTable::note_distances(const std::string& what, const Tolerances& found,
                               const Tolerances& most) {
  if (!(found.native <= most.native) || !(found.opencv <= most.opencv)) {
    throw Error(
        ErrorKind::check_failed,
        fmt::format("{}: the native loops lie {:.3g} from the device's result, OpenCV {:.3g}; "
                    "{:.3g} and {:.3g} are allowed",
                    what, found.native, found.opencv, most.native, most.opencv));
  }
  table_.notes.push_back(
      fmt::format("{}: the native loops lie at most {:.3g} from the device's result{}", what,
                  found.native, has_opencv() ? fmt::format(", OpenCV {:.3g}", found.opencv) : ""));
}

void HostTable::compare(const std::string& what, std::vector<Timed> all, std::uint64_t rounds,
                        double limit) {
  const std::size_t rival = has_opencv() ? 2 : 1;
  if (!has_opencv()) all.erase(all.begin() + 2);
  time_in_turn(all, rounds);
  std::vector<Cell> row{what};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 2 && !has_opencv()) row.emplace_back(Missing{});
    row.emplace_back(significant(1e3 * median(all[i].times), 4));
  }
  const Summary ratio = ratio_of(all[rival].times, all.back().times);
  add_ratio(row, ratio, 3);
  row.emplace_back(fixed(limit, 2));
  table_.rows.push_back(std::move(row));
  good_ = good_ && ratio.median >= limit;
}

int HostTable::finish(const device::Device& device, const Options& options) {
  show_and_keep(table_, device, options);
  return options.require && !good_ ? 1 : 0;
}

}  // namespace plumb::bench
