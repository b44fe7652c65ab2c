// plumb/workloads/morphology/reference.cpp - the definition, offset by offset, on the host.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <vector>

#include "plumb/workloads/morphology/element.h"
#include "plumb/workloads/morphology/morphology.h"

namespace plumb::morphology {
namespace {

struct HostImage {
  std::int64_t width = 0;  // in scalars
  std::int64_t height = 0;
  std::int64_t channels = 1;
  std::vector<float> values;
};

// Where no point of the image lies under the element stays what changes no minimum: the largest
// value of a byte, an infinity of floats.
HostImage erode_reference(const HostImage& image, const Element& element, float neutral,
                          const ReferenceStore& store) {
  HostImage made = image;
  std::ranges::fill(made.values, neutral);
  for (const Offset& offset : element) {
    store.refuse_if_interrupted();
    const std::int64_t shift = offset.x * image.channels;
    const std::int64_t first = std::max<std::int64_t>(0, -shift);
    const std::int64_t last = std::min(image.width, image.width - shift);
    for (std::int64_t y = std::max(0, -offset.y);
         y < std::min(image.height, image.height - offset.y); ++y) {
      float* to = made.values.data() + y * image.width;
      const float* from = image.values.data() + (y + offset.y) * image.width + shift;
      for (std::int64_t x = first; x < last; ++x) to[x] = from[x] < to[x] ? from[x] : to[x];
    }
  }
  return made;
}

// Of a rectangle the minima of rows, and of these the minima of columns.
HostImage erode_rectangle(const HostImage& image, const Element& element, float neutral,
                          const ReferenceStore& store) {
  const Reach reach = reach_of(element);
  Element row;
  Element column;
  for (std::int32_t x = reach.west; x <= reach.east; ++x) row.push_back({x, 0});
  for (std::int32_t y = reach.north; y <= reach.south; ++y) column.push_back({0, y});
  return erode_reference(erode_reference(image, row, neutral, store), column, neutral, store);
}

// Beyond what one pass takes, the definition itself would take hours.
HostImage minima(const HostImage& image, const Element& element, float neutral,
                 const ReferenceStore& store) {
  const bool large = element.size() > most_references;
  return large ? erode_rectangle(image, element, neutral, store)
               : erode_reference(image, element, neutral, store);
}

// The maximum over p - b is minus the minimum of minus the image over the reflected element.
HostImage dilate_reference(HostImage image, const Element& element, float neutral,
                           const ReferenceStore& store) {
  for (float& value : image.values) value = -value;
  image = minima(image, reflected(element), -neutral, store);
  for (float& value : image.values) value = -value;
  return image;
}

HostImage result_reference(const Settings& settings, const ReferenceStore& store) {
  const pixels::SourceImage source = pixels::source_image(settings);
  HostImage image{.width = static_cast<std::int64_t>(source.width * source.type.width),
                  .height = static_cast<std::int64_t>(source.height),
                  .channels = source.type.width,
                  .values = pixels::values_of(source)};
  const Element element = element_of(settings);
  const bool real = source.type.scalar == Scalar::f32;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::string& operation = settings.text("operation");
  const auto erode = [&] { image = minima(image, element, real ? infinity : 255, store); };
  const auto dilate = [&] {
    image = dilate_reference(std::move(image), element, real ? -infinity : 0, store);
  };
  if (operation == "erode" || operation == "open") erode();
  if (operation != "erode") dilate();
  if (operation == "close") erode();
  return image;
}

}  // namespace

Reference reference(const Settings& settings, ReferenceStore& store) {
  return [settings, &store, values = std::vector<float>()](std::string_view, std::uint64_t first,
                                                           std::span<double> out) mutable {
    if (values.empty()) values = result_reference(settings, store).values;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = static_cast<double>(values[static_cast<std::size_t>(first) + i]);
  };
}

}  // namespace plumb::morphology
