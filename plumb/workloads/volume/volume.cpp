// plumb/workloads/volume/volume.cpp - a scene to a Program, and its picture.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/volume/volume.h"

#include <algorithm>
#include <cmath>

#include "plumb/base/json.h"
#include "plumb/records/png.h"
#include "plumb/workloads/source_text.h"
#include "plumb/workloads/waits.h"

namespace plumb::volume {
namespace {

// How a variant reads the volume, and what a sample costs then: a row of data per variant.
struct Sampling {
  std::string_view variant;
  int number;  // SAMPLED of rays.cl
  double references;
  double flops;
  double tolerance;
  Sampler sampler;
  Operations operations;  // that are executed, per sample
};
constexpr std::array<Sampling, 3> samplings{{
    // 67 of integers: 12 comparisons and 16 conjunctions for what lies outside, 20 for addresses,
    // 17 conversions and neighbours, the loop.
    {"buffer", 0, 8, 46, 2e-4, Sampler::none, {.fma = 13, .add = 20, .mul = 4, .integer = 67}},
    {"image", 1, 8, 45, 2e-4, Sampler::nearest, {.fma = 13, .add = 20, .mul = 3, .integer = 11}},
    // Samplers weigh voxels by fractions of eight bits: on each of three axes an error of 1/512 of
    // the difference of neighbours, in the value and in the opacity.
    {"texture", 2, 1, 18, 0.0125, Sampler::linear, {.fma = 6, .add = 4, .mul = 3, .integer = 3}},
}};

// Whole numbers of a sample that a processor reads voxel by voxel, by the machine code of x86-64
// without moves between registers: 270 beside the 37 of floats above and eight loads. Of each voxel
// it compares six sides one after the other and branches, and takes two products for its place
// (23); of each axis it finds the whole number below (22); the call and the loop take 20.
constexpr double branching_integers = 270;

constexpr std::uint64_t mixed_voxels = 8;  // by a sampler, for one value

const Sampling& sampling_of(const Settings& settings) {
  return *std::ranges::find(samplings, settings.text("variant"), &Sampling::variant);
}

// How many of `block` cover n.
std::uint64_t covered(std::uint64_t n, std::uint64_t block) {
  return (n + block - 1) / block * block;
}

Operations times(double count, Operations operations) {
  for (const auto& [name, member] : operation_counts()) operations.*member *= count;
  return operations;
}

// Rays are counted in full: how early they end depends on what they meet.
Pass pass_of(const Scene& scene, const Sampling& sampling, bool on_cpu) {
  const auto steps = static_cast<double>(scene.view.steps);
  Operations operations = sampling.operations;
  if (on_cpu && sampling.sampler == Sampler::none) operations.integer = branching_integers;
  return {.name = "rays",
          .points = scene.width * scene.height,
          .accesses = {{.references = sampling.references * steps,
                        .bytes = Bytes{1},
                        .width = sampling.sampler == Sampler::linear ? mixed_voxels : 1,
                        .pattern = Pattern::neighbourhood,
                        .footprint = Bytes{scene.voxels()},
                        .row_bytes = Bytes{scene.size[0]},
                        .sampler = sampling.sampler},
                       {.references = 1,
                        .bytes = Bytes{16},
                        .width = 16,
                        .pattern = Pattern::self,
                        .footprint = Bytes{16 * scene.width * scene.height},
                        .use = Use::write}},
          .flops = Flops{sampling.flops * steps},
          .operations = times(steps, operations)};
}

Launch launch_of(const Scene& scene, const Sampling& sampling, bool on_cpu) {
  Launch launch;
  launch.kernel = "rays";
  launch.local = {scene.block[0], scene.block[1], 1};
  launch.global = {covered(scene.width, scene.block[0]), covered(scene.height, scene.block[1]), 1};
  if (sampling.number == 0) {
    launch.arguments.emplace_back(BufferArgument{"volume"});
  } else {
    launch.arguments.emplace_back(ImageArgument{"volume"});
  }
  launch.arguments.emplace_back(BufferArgument{"picture"});
  for (const std::uint64_t count :
       {scene.size[0], scene.size[1], scene.size[2], scene.width, scene.height, scene.view.steps})
    launch.arguments.emplace_back(ScalarArgument{Scalar::i32, static_cast<double>(count)});
  for (const float value : {scene.opacity, scene.stop})
    launch.arguments.emplace_back(ScalarArgument{Scalar::f32, static_cast<double>(value)});
  for (const auto& vector :
       {scene.view.origin, scene.view.right, scene.view.down, scene.view.along}) {
    for (const float part : vector)
      launch.arguments.emplace_back(ScalarArgument{Scalar::f32, static_cast<double>(part)});
  }
  launch.pass = pass_of(scene, sampling, on_cpu);
  // Whether a ray goes on is known when its last sample is.
  wait_in_turn(launch, 0, static_cast<double>(scene.view.steps));
  return launch;
}

// One that ends a sample earlier or later than the reference differs by what that sample adds.
double tolerance_of(const Scene& scene, const Sampling& sampling) {
  const double early = scene.stop < 1 ? static_cast<double>((1 - scene.stop) * scene.opacity) : 0;
  return sampling.tolerance + early;
}

constexpr std::string_view no_picture = "none";

}  // namespace

Program program(const Settings& settings) {
  Scene scene = scene_of(settings);
  const Sampling& sampling = sampling_of(settings);
  Program program;
  program.name = "volume";
  program.settings = settings.values();
  if (sampling.number == 0) {
    program.buffers.push_back({"volume", {Scalar::u8, 1}, scene.voxels(), scene.fill});
  } else {
    program.images.push_back({"volume",
                              {.type = {Scalar::u8, 1},
                               .width = scene.size[0],
                               .height = scene.size[1],
                               .depth = scene.size[2],
                               .normalized = true},
                              scene.fill});
  }
  program.buffers.push_back({"picture", {Scalar::f32, 4}, scene.width * scene.height, {}});
  program.sources = {{"volume/rays.cl", Language::opencl_c, source_text({"volume/rays.cl"})}};
  program.kernels = {
      {"rays", "volume/rays.cl", "volume_rays", {{"SAMPLED", std::to_string(sampling.number)}}}};
  program.steps = {{"rays", launch_of(scene, sampling, settings.device().kind == DeviceKind::cpu)}};
  program.verification = {
      {.buffer = "picture", .absolute = tolerance_of(scene, sampling), .expected = {}}};
  return program;
}

std::vector<std::string> files_written(const Settings& settings) {
  if (settings.text("image") == no_picture) return {};
  require_png(settings.text("image"));
  return {settings.text("image")};
}

// What the rays saw before a black ground.
void examine(const Settings& settings, const Reader& reader, Point&) {
  if (settings.text("image") == no_picture) return;
  const std::vector<std::uint64_t> size = *shape_of(settings.text("pixels"));
  std::vector<double> values(4 * size[0] * size[1]);
  reader("picture", 0, values);
  Image picture{.shape = {.type = {Scalar::u8, 4}, .width = size[0], .height = size[1]},
                .pixels = {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = i % 4 == 3 ? 1 : std::clamp(values[i], 0.0, 1.0);
    picture.pixels.push_back(static_cast<std::byte>(std::lround(255 * value)));
  }
  write_whole(settings.text("image"), png_of(picture));
}

NamedTexts suite_lists(const NamedTexts& chosen) {
  const NamedTexts lists{
      {"block", chosen_or(chosen, "block", "1x128,2x64,4x32,8x16,16x8,32x4,64x2,128x1")},
      {"view", chosen_or(chosen, "view", "0:0:0,90:0:90")}};
  return with_others(lists, chosen);
}

std::vector<TableLayout> suite_layouts(const NamedTexts&, const std::string& device) {
  TableLayout table{.title = "volume on " + device};
  for (const char* name : {"size", "view", "block", "variant"})
    table.columns.push_back({name, ColumnKind::setting, name});
  table.columns.insert(table.columns.end(), {{"time", ColumnKind::time, "", "us", 4},
                                             {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
                                             {"result", ColumnKind::verdict}});
  table.notes = {
      "bandwidth: voxels that the samples of whole rays ask for; rays that end early "
      "read fewer, and caches hold most of them"};
  return {table};
}

}  // namespace plumb::volume
