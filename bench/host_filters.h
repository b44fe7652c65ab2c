// bench/host_filters.h - the filters as a program without a GPU would have them: OpenMP, OpenCV.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/filter_times.h"
#include "plumb/workloads/morphology/element.h"
#include "plumb/workloads/pixels/source_image.h"

namespace plumb::bench {

// A band of rows per thread, so that OpenCV's filters use all threads as well.
bool has_opencv();
int all_threads();

// The image as the host's filters get it: floats or bytes, and room for a result.
struct HostImages {
  explicit HostImages(const pixels::SourceImage& source);

  std::int64_t width = 0;  // in scalars
  std::int64_t height = 0;
  std::int64_t channels = 1;
  bool bytes = false;
  std::vector<float> reals;
  std::vector<std::uint8_t> octets;
  std::vector<float> real_result;
  std::vector<std::uint8_t> octet_result;

  // The largest difference of the result from others.
  [[nodiscard]] double distance_to(const std::vector<double>& others) const;
};

// Erosion by an element; `threads` of 0: all.
class HostErosion {
 public:
  HostErosion(const pixels::SourceImage& source, morphology::Element element);
  void native(int threads);
  void opencv();
  [[nodiscard]] const HostImages& images() const { return images_; }

 private:
  HostImages images_;
  morphology::Element element_;
};

class HostGaussian {
 public:
  HostGaussian(const pixels::SourceImage& source, const std::vector<double>& weights);
  void native(int threads);
  void opencv();  // sepFilter2D, of bytes GaussianBlur
  [[nodiscard]] const HostImages& images() const { return images_; }

 private:
  HostImages images_;
  std::vector<float> weights_;
};

// Runs what OpenCV has for it on rows [first, last); refused where this bench was built without it.
void opencv_erode(HostImages& images, const morphology::Element& element, std::int64_t first,
                  std::int64_t last);
void opencv_gaussian(HostImages& images, const std::vector<float>& weights, std::int64_t first,
                     std::int64_t last);

// The contestants of a row: the loops on one thread and on all, OpenCV, the device.
template <class Host>
std::vector<Timed> rivals(Host& host, LoadedFilter& filter) {
  return {{"one thread", [&] { return seconds([&] { host.native(1); }); }},
          {"all threads", [&] { return seconds([&] { host.native(0); }); }},
          {"OpenCV", [&] { return seconds([&] { host.opencv(); }); }},
          {"device", [&] { return filter.host_seconds(); }}};
}

// How far a result of the host may lie from the device's, which is verified by itself.
struct Tolerances {
  double native = 0;
  double opencv = 0;
};

// One row per filter: the times of all, and the device over OpenCV or, without it, over the loops.
class HostTable {
 public:
  explicit HostTable(const std::string& title);

  // Refuses (check failed) a result of the host that lies farther from the device's.
  template <class Host>
  void require_agreement(const std::string& what, Host& host, const LoadedFilter& filter,
                         const Tolerances& most) {
    const std::vector<double> device = filter.result();
    Tolerances found;
    for (const int threads : {1, 0}) {
      host.native(threads);
      found.native = std::max(found.native, host.images().distance_to(device));
    }
    if (has_opencv()) {
      host.opencv();
      found.opencv = host.images().distance_to(device);
    }
    note_distances(what, found, most);
  }
  void compare(const std::string& what, std::vector<Timed> all, std::uint64_t rounds, double limit);
  int finish(const device::Device& device, const Options& options);

 private:
  void note_distances(const std::string& what, const Tolerances& found, const Tolerances& most);

  Table table_;
  bool good_ = true;
};

}  // namespace plumb::bench
