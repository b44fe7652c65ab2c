// plumb/workloads/gaussian/reference.cpp - the filter in double precision, along rows and columns.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <vector>

#include "plumb/workloads/gaussian/gaussian.h"

namespace plumb::gaussian {
namespace {

// Row by row, so that no image in double precision is kept.
class FilterReference {
 public:
  explicit FilterReference(const Settings& settings) : weights_(weights_of(settings)) {
    const pixels::SourceImage source = pixels::source_image(settings);
    width_ = static_cast<std::int64_t>(source.width);
    height_ = static_cast<std::int64_t>(source.height);
    channels_ = static_cast<std::int64_t>(source.type.width);
    values_ = pixels::values_of(source);
  }

  void filter_reference(std::uint64_t first, std::span<double> out) {
    const std::int64_t across = width_ * channels_;
    for (std::size_t done = 0; done < out.size();) {
      const auto at = static_cast<std::int64_t>(first + done);
      make_row(at / across);
      const std::int64_t skipped = at % across;
      const std::size_t n = std::min(out.size() - done, static_cast<std::size_t>(across - skipped));
      std::copy_n(row_.begin() + skipped, n, out.begin() + static_cast<std::ptrdiff_t>(done));
      done += n;
    }
  }

 private:
  // Asked for in parts, a row is made once.
  void make_row(std::int64_t y) {
    if (y == made_) return;
    made_ = y;
    const auto half = static_cast<std::int64_t>(weights_.size() / 2);
    const std::int64_t across = width_ * channels_;
    mixed_.assign(static_cast<std::size_t>(across), 0);
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      const std::int64_t from =
          std::clamp(y + static_cast<std::int64_t>(k) - half, std::int64_t{0}, height_ - 1);
      const float* line = values_.data() + from * across;
      for (std::int64_t x = 0; x < across; ++x)
        mixed_[static_cast<std::size_t>(x)] += weights_[k] * static_cast<double>(line[x]);
    }
    row_.assign(mixed_.size(), 0);
    for (std::int64_t x = 0; x < across; ++x) {
      for (std::size_t k = 0; k < weights_.size(); ++k) {
        const std::int64_t from = std::clamp(x / channels_ + static_cast<std::int64_t>(k) - half,
                                             std::int64_t{0}, width_ - 1);
        row_[static_cast<std::size_t>(x)] +=
            weights_[k] * mixed_[static_cast<std::size_t>(from * channels_ + x % channels_)];
      }
    }
  }

  std::vector<double> weights_;
  std::int64_t width_ = 0;
  std::int64_t height_ = 0;
  std::int64_t channels_ = 1;
  std::int64_t made_ = -1;  // the row that `row_` is
  std::vector<float> values_;
  std::vector<double> mixed_;
  std::vector<double> row_;
};

}  // namespace

Reference reference(const Settings& settings, ReferenceStore&) {
  return [settings, made = std::optional<FilterReference>()](std::string_view, std::uint64_t first,
                                                             std::span<double> out) mutable {
    if (!made) made.emplace(settings);
    made->filter_reference(first, out);
  };
}

}  // namespace plumb::gaussian
