// plumb/workloads/volume/scene.cpp - settings to a volume and the rays that look at it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numbers>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/workloads/volume/volume.h"

namespace plumb::volume {
namespace {

using Vector = std::array<double, 3>;

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::input, why); }

// "90:0:90"
Vector angles_of(const std::string& text) {
  Vector angles{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto read = std::from_chars(at, end, angles[i]);
    const bool last = i == 2;
    const bool right = read.ec == std::errc() && std::abs(angles[i]) <= 360 &&
                       (last ? read.ptr == end : read.ptr != end && *read.ptr == ':');
    if (!right)
      refuse(fmt::format("--view {}: three angles from -360 to 360 degrees, as 90:0:90", text));
    at = last ? read.ptr : read.ptr + 1;
  }
  return angles;
}

// About axis 0, 1 or 2. Quarters of a turn are exact.
Vector turned(const Vector& v, std::size_t axis, double degrees) {
  const double radians = degrees * std::numbers::pi / 180;
  const bool quarter = std::fmod(degrees, 90) == 0;
  const double c = quarter ? std::round(std::cos(radians)) : std::cos(radians);
  const double s = quarter ? std::round(std::sin(radians)) : std::sin(radians);
  const std::size_t a = (axis + 1) % 3;
  const std::size_t b = (axis + 2) % 3;
  Vector result = v;
  result[a] = c * v[a] - s * v[b];
  result[b] = s * v[a] + c * v[b];
  return result;
}

Vector turned(Vector v, const Vector& angles) {
  for (std::size_t axis = 0; axis < 3; ++axis) v = turned(v, axis, angles[axis]);
  return v;
}

// How long the volume looks along a direction.
double extent_along(const Vector& direction, const std::array<std::uint64_t, 3>& size) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += std::abs(direction[i]) * static_cast<double>(size[i]);
  return sum;
}

View view_of(const std::string& text, const Scene& scene) {
  const Vector angles = angles_of(text);
  const Vector right = turned({1, 0, 0}, angles);
  const Vector down = turned({0, 1, 0}, angles);
  const Vector along = turned({0, 0, 1}, angles);
  const double across = extent_along(right, scene.size);
  const double deep = extent_along(along, scene.size);
  const double high = extent_along(down, scene.size);
  const double pixel_width = across / static_cast<double>(scene.width);
  const double pixel_height = high / static_cast<double>(scene.height);
  View view;
  view.steps = static_cast<std::uint64_t>(std::ceil(deep - 1e-9));
  for (std::size_t i = 0; i < 3; ++i) {
    const double origin = static_cast<double>(scene.size[i]) / 2 +
                          right[i] * (pixel_width - across) / 2 +
                          down[i] * (pixel_height - high) / 2 + along[i] * (1 - deep) / 2;
    view.origin[i] = static_cast<float>(origin);
    view.right[i] = static_cast<float>(right[i] * pixel_width);
    view.down[i] = static_cast<float>(down[i] * pixel_height);
    view.along[i] = static_cast<float>(along[i]);
  }
  return view;
}

bool is_file(const std::string& data) { return data != "blobs" && data != "random"; }

void refuse_other_size(const std::string& file, std::uint64_t voxels) {
  // A file is kept as numbers of eight bytes until the device has it.
  constexpr std::uint64_t most = 1ULL << 27U;
  if (voxels > most)
    refuse(fmt::format("--data {}: files of at most {} voxels are read", file, most));
  std::error_code code;
  const std::uintmax_t bytes = std::filesystem::file_size(file, code);
  if (code) refuse(fmt::format("cannot read '{}': {}", file, code.message()));
  if (bytes != voxels) {
    refuse(fmt::format("--data {}: a file of {} bytes; --size asks for {} voxels of a byte", file,
                       bytes, voxels));
  }
}

Fill fill_from_file(const std::string& file) {
  const std::string bytes = read_text_file(file);
  std::vector<double> voxels;
  voxels.reserve(bytes.size());
  for (const char c : bytes) voxels.push_back(static_cast<unsigned char>(c));
  return {.kind = FillKind::values, .values = std::move(voxels)};
}

// Everything but the voxels.
Scene scene_without_data(const Settings& settings) {
  Scene scene;
  const std::vector<std::uint64_t> size = *shape_of(settings.text("size"));
  std::copy_n(size.begin(), 3, scene.size.begin());
  const std::vector<std::uint64_t> pixels = *shape_of(settings.text("pixels"));
  scene.width = pixels[0];
  scene.height = pixels[1];
  const std::vector<std::uint64_t> block = *shape_of(settings.text("block"));
  std::copy_n(block.begin(), 2, scene.block.begin());
  const std::uint64_t known = settings.device().largest_group;
  const std::uint64_t most = known > 0 ? known : 1024;
  if (block[0] * block[1] > most) {
    refuse(fmt::format("--block {}: {} pixels; a group of this device has at most {}",
                       settings.text("block"), block[0] * block[1], most));
  }
  if (settings.text("variant") != "buffer" && !settings.device().images)
    refuse(fmt::format("--variant {}: this device samples no images; take --variant buffer",
                       settings.text("variant")));
  if (settings.text("variant") != "buffer" && size[2] == 1) {
    refuse(fmt::format("--size {}: an image of one slice has two dimensions; take --variant buffer",
                       settings.text("size")));
  }
  scene.view = view_of(settings.text("view"), scene);
  scene.opacity = static_cast<float>(settings.number("opacity"));
  scene.stop = static_cast<float>(settings.number("stop"));
  if (is_file(settings.text("data"))) refuse_other_size(settings.text("data"), scene.voxels());
  return scene;
}

}  // namespace

Scene scene_of(const Settings& settings) {
  Scene scene = scene_without_data(settings);
  const std::string& data = settings.text("data");
  if (is_file(data)) {
    scene.fill = fill_from_file(data);
  } else if (data == "random") {
    scene.fill = random_fill(0, 256, settings.count("seed"));
  } else {
    scene.fill = {.kind = FillKind::blobs,
                  .low = 0,
                  .high = 256,
                  .seed = settings.count("seed"),
                  .values = {},
                  .extent = scene.size};
  }
  return scene;
}

void check_settings(const Settings& settings) { (void)scene_without_data(settings); }

std::vector<std::string> files_read(const Settings& settings) {
  if (!is_file(settings.text("data"))) return {};
  return {settings.text("data")};
}

}  // namespace plumb::volume
