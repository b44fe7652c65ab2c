// plumb/workloads/pixels/stages.h - a filter as stages that make rows from rows, and its forms.
//
// A stage is one kernel that writes rows of its output from rows around them. A form says where the
// rows come from and when: all on the device already, in and out in sequence, in chunks of rows
// whose transfers and kernels overlap, or divided between two devices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "plumb/records/program.h"
#include "plumb/records/traits.h"
#include "plumb/workloads/pixels/source_image.h"
#include "plumb/workloads/settings.h"

namespace plumb::pixels {

inline constexpr Parameter form_parameter{
    .name = "form",
    .type = ParameterType::choice,
    .default_value = "resident",
    .choices = "resident|sequence|pipelined",
    .help =
        "the image stays on the device; comes in and goes out; or does so in chunks that overlap"};
inline constexpr Parameter chunks_parameter{
    .name = "chunks",
    .type = ParameterType::choice_or_count,
    .default_value = "8",
    .choices = "model",
    .most = 4096,
    .help = "of rows, of form 'pipelined'; model: as many as the model predicts to be best",
    .meaning = Meaning::chunks};
inline constexpr Parameter kernels_parameter{
    .name = "kernels",
    .type = ParameterType::choice,
    .default_value = "device",
    .choices = "device|gpu|cpu",
    .help = "made for the kind of this device, or for that kind"};

struct Rows {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // not one of them
};

struct Stage {
  std::string name;
  // Rows above and below an output row that it reads.
  std::uint64_t above = 0;
  std::uint64_t below = 0;
  std::function<Launch(Rows rows, const std::string& in, const std::string& out)> launch;
};

// What a kind of device runs: the kernels' names end in `suffix`, as do those of its buffers.
struct Method {
  std::vector<Source> sources;
  std::vector<Kernel> kernels;
  std::vector<Buffer> tables = {};     // that the kernels read
  std::vector<ImageSlot> images = {};  // the same
  std::vector<Stage> stages;
};

// How many parts of `each` cover n.
constexpr std::uint64_t parts(std::uint64_t n, std::uint64_t each) { return (n + each - 1) / each; }

// What kernels for GPUs are cut to. Where the traits do not say it: the local memory that
// OpenCL 1.2 asks of every device, some compute units, and the groups that all GPUs take.
struct GroupLimits {
  std::uint64_t local_bytes = 0;  // that a group may use
  std::uint64_t compute_units = 1;
  std::uint64_t largest_group = 0;  // items
  // Of local memory that a launch may ask for, and groups that share theirs; 0: it may not.
  std::uint64_t requested_bytes = 0;
  std::uint64_t largest_cluster = 0;
};
GroupLimits group_limits(const DeviceTraits& device);

// Rows that a group goes down in steps of `step` when there are `across` groups beside each other:
// long strips read little twice, but every compute unit should have several groups.
std::uint64_t strip_of(const GroupLimits& limits, std::uint64_t across, std::uint64_t rows,
                       std::uint64_t step);

// Adds the buffers "image", "result" and those between stages, and the steps of a form.
void add_resident(Program& program, const SourceImage& image, Method method);
void add_sequence(Program& program, const SourceImage& image, Method method);
// Refuses (input error) more chunks than rows.
void add_pipelined(Program& program, const SourceImage& image, Method method, std::uint64_t chunks);
// The rows before `rows` on the first device, the others on the second, both at once; the result is
// joined on the first. Transfers are part of it.
void add_split(Program& program, const SourceImage& image, Method here, Method there,
               std::uint64_t rows);

// The form that the settings name.
void add_form(Program& program, const SourceImage& image, Method method, const Settings& settings);

}  // namespace plumb::pixels
